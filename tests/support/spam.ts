import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import type { Client } from './client.ts';
import type { Event, Factories, Group, User } from './factories.ts';

export interface Spam {
  spammer: User;
  /** Another owner's group, which the spammer has joined, and an event there by others. */
  joined: Group;
  meeting: Event;
  /** A group that only the spammer organises, and an event there. */
  led: Group;
  ledEvent: Event;
  /** An event by the spammer in a group that others organise too. */
  shared: Group;
  sharedEvent: Event;
  neighbour: User;
}

/** Creates a spammer who has written everywhere, and a neighbour who has met all of it. */
export async function makeSpam(make: Factories): Promise<Spam> {
  const spammer = await make.user({ firstName: 'Wolf' });
  const neighbour = await make.user();
  const [joined, waiting] = [await make.group(), await make.group({ joinPolicy: 'approval' })];
  const led = await make.group({ owner: spammer, name: 'Cheap watches' });
  const shared = await make.group({ owner: spammer, name: 'Repair café' });
  await make.organiser(shared);
  await make.membership(joined, spammer);
  await make.membership(waiting, spammer, { status: 'pending' });
  for (const group of [joined, led, shared]) await make.membership(group, neighbour);
  const meeting = await make.event({ group: joined });
  const past = await make.pastEvent({ group: joined });
  // It is full, and an undo still has room for everyone who attended.
  const ledEvent = await make.event({ group: led, title: 'Watches, watches', capacity: 2 });
  const sharedEvent = await make.event({ group: shared, createdById: spammer.id });
  for (const event of [meeting, past, ledEvent, sharedEvent]) {
    await make.rsvp(event, spammer);
    await make.rsvp(event, neighbour);
    await make.comment(event, spammer, { content: 'Cheap watches' });
    await make.comment(event, neighbour, { content: 'What is this?' });
  }
  await make.pendingComment(meeting, spammer);
  await make.pendingComment(ledEvent, neighbour);
  await make.message(led, { sentById: neighbour.id, state: 'sent' });
  await make.message(led, { sentById: spammer.id, state: 'held' });
  await make.message(shared, { sentById: spammer.id });
  await make.message(joined, { sentById: neighbour.id });
  return { spammer, neighbour, joined, meeting, led, ledEvent, shared, sharedEvent };
}

/** The counts of a purge of the spam. */
export const spamCounts = {
  comments: 4,
  heldComments: 1,
  events: 2,
  groups: 1,
  memberships: 3,
  requests: 1,
  rsvps: 3,
  othersComments: 3,
  othersRsvps: 2,
  othersMemberships: 1,
  messages: 3,
};

/** An admin's calls to purge a member, and to take that back. */
export const purging = (admin: Client) => ({
  cleanUp: ({ id }: Pick<User, 'id'>, reason?: string) =>
    admin.call('POST /api/admin/users/:id/cleanup', { params: { id }, body: { reason } }),
  undo: ({ id }: Pick<User, 'id'>) =>
    admin.call('DELETE /api/admin/users/:id/cleanup', { params: { id } }),
});

/** Returns the counters that differ from the rows they count. */
export async function wrongCounters(db: Database) {
  const { rows } = await db.execute(sql`
    select 'group' as kind, id from groups g where member_count <>
      (select count(*) from memberships where group_id = g.id and status = 'approved')
    union all select 'event', id from events e where attendee_count <>
      (select count(*) from rsvps where event_id = e.id and status = 'going')
    union all select 'places', id from events e where places_taken <>
      (select coalesce(sum(self::int + children + companions), 0) from rsvps
       where event_id = e.id and status in ('going', 'offered'))
    union all select table_name, 0 from row_counts group by table_name having sum(rows) <> case table_name
      when 'groups' then (select count(*) from groups) when 'events' then (select count(*) from events)
      when 'comments' then (select count(*) from comments) else (select count(*) from users) end`);
  return rows;
}

/** Counts a table's rows of one person. */
export async function rowsOf(
  db: Database,
  { id }: Pick<User, 'id'>,
  table: string,
  column = 'user_id',
): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`,
  );
  return rows[0]?.rows ?? 0;
}
