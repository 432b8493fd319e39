import { cleanText } from '#contract/platform/clean-text.ts';
import { sql } from 'drizzle-orm';
import { media } from '#features/base/media/tables.ts';
import { emailInvitations, invitationLists } from '#features/community/email-invitations/tables.ts';
import type { Database } from '#platform/db/database.ts';
import type { TestApp } from './app.ts';

type Planting = Pick<TestApp, 'db' | 'make' | 'clock'>;

/** Two items of a job, one of which the database refuses to change. */
export interface Planted {
  /** The row that the database refuses to change. */
  bad: [table: string, condition: string];
  /** Whether the job has done its work for the bad row's item, and for the other's. */
  isDone: () => Promise<[bad: boolean, good: boolean]>;
}

/** Tells whether each of two queries has a row. */
export const found = async (db: Database, ...conditions: [bad: string, good: string]) => {
  const { rows } = await db.execute<{ bad: boolean; good: boolean }>(
    sql.raw(`select exists (${conditions[0]}) as bad, exists (${conditions[1]}) as good`),
  );
  return [rows[0]?.bad === true, rows[0]?.good === true] as [boolean, boolean];
};

const missing = async (db: Database, ...conditions: [bad: string, good: string]) => {
  const [bad, good] = await found(db, ...conditions);
  return [!bad, !good] as [boolean, boolean];
};

/** Two items of each job that goes through rows. The bad one comes first. */
export const plantsFor = ({
  db,
  make,
  clock,
}: Planting): Record<string, () => Promise<Planted>> => ({
  reminders: async () => {
    const startTime = clock.inHours(20);
    const [bad, good] = [await make.event({ startTime }), await make.event({ startTime })];
    const reminded = (id: number) =>
      `select from events where id = ${id} and reminded_of = start_time`;
    return {
      bad: ['events', `old.id = ${bad.id}`],
      isDone: () => found(db, reminded(bad.id), reminded(good.id)),
    };
  },
  asking: async () => {
    const startTime = clock.inHours(60);
    const asking = async () =>
      make.event({ startTime, group: await make.group({ asksEverybody: true }) });
    const [bad, good] = [await asking(), await asking()];
    const asked = (id: number) => `select from events where id = ${id} and asked_of = start_time`;
    return {
      bad: ['events', `old.id = ${bad.id}`],
      isDone: () => found(db, asked(bad.id), asked(good.id)),
    };
  },
  positions: async () => {
    const [bad, good] = [await make.event(), await make.event()];
    const placed = (id: number) => `select from events where id = ${id} and easting is not null`;
    return {
      bad: ['events', `old.id = ${bad.id}`],
      isDone: () => found(db, placed(bad.id), placed(good.id)),
    };
  },
  offers: async () => {
    const offered = async () => {
      const event = await make.event({ capacity: 5 });
      await make.waiting(event, await make.user(), { offerExpiresAt: clock.inHours(-1) });
      return event;
    };
    const [bad, good] = [await offered(), await offered()];
    const open = (id: number) =>
      `select from waitlist where event_id = ${id} and offer_expires_at = '${clock.inHours(-1).toISOString()}'`;
    const [badOffer, goodOffer] = [open(bad.id), open(good.id)];
    return {
      bad: ['waitlist', `old.event_id = ${bad.id}`],
      isDone: () => missing(db, badOffer, goodOffer),
    };
  },
  suspensions: async () => {
    const suspended = { isActive: false, suspendedUntil: clock.inHours(-1) };
    const bad = await make.user({ id: '0-bad', ...suspended });
    const good = await make.user({ id: '1-good', ...suspended });
    const active = (id: string) => `select from users where id = '${id}' and is_active`;
    return {
      bad: ['users', `old.id = '${bad.id}'`],
      isDone: () => found(db, active(bad.id), active(good.id)),
    };
  },
  messages: async () => {
    const written = async () => {
      const group = await make.group();
      return make.message(group, { sentById: group.owner.id, sendsAt: clock.inHours(-1) });
    };
    const [bad, good] = [await written(), await written()];
    const sent = (id: number) => `select from messages where id = ${id} and state = 'sent'`;
    return {
      bad: ['messages', `old.id = ${bad.id}`],
      isDone: () => found(db, sent(bad.id), sent(good.id)),
    };
  },
  'email invitations': async () => {
    const invited = async (email: string) => {
      const { id: groupId } = await make.group();
      const row = {
        email: cleanText(email),
        emailHash: email,
        state: 'waiting' as const,
        createdAt: clock.read(),
      };
      await db.insert(invitationLists).values({ groupId });
      await db.insert(emailInvitations).values({ groupId, ...row });
      return groupId;
    };
    const [bad, good] = [await invited('bad@example.org'), await invited('good@example.org')];
    const sent = (id: number) =>
      `select from email_invitations where group_id = ${id} and state = 'sent'`;
    return {
      bad: ['email_invitations', `old.group_id = ${bad}`],
      isDone: () => found(db, sent(bad), sent(good)),
    };
  },
  complaints: async () => {
    const createdAt = clock.inHours(-80 * 24);
    const [bad, good] = [await make.complaint({ createdAt }), await make.complaint({ createdAt })];
    const warned = (id: number) => `select from complaints where id = ${id} and warned_on_day > 0`;
    return {
      bad: ['complaints', `old.id = ${bad.id}`],
      isDone: () => found(db, warned(bad.id), warned(good.id)),
    };
  },
  purge: async () => {
    const [bad, good] = [await make.user(), await make.user()];
    for (const person of [bad, good]) await make.session(person, clock.inHours(-1));
    const kept = (id: string) => `select from sessions where user_id = '${id}'`;
    return {
      bad: ['sessions', `old.user_id = '${bad.id}'`],
      isDone: () => missing(db, kept(bad.id), kept(good.id)),
    };
  },
  pictures: async () => {
    const picture = async (id: string) => {
      const size = { width: 1, height: 1 };
      const row = { id, contentType: 'image/webp', bytes: Buffer.from(id), ...size };
      await db.insert(media).values({ ...row, createdAt: clock.inHours(-48) });
    };
    await picture('0-bad');
    await picture('1-good');
    const kept = (id: string) => `select from media where id = '${id}'`;
    return {
      bad: ['media', `old.id = '0-bad'`],
      isDone: () => missing(db, kept('0-bad'), kept('1-good')),
    };
  },
  guests: async () => {
    const requested = async () => {
      const row = { status: 'unconfirmed', expiresAt: clock.inHours(-1) } as const;
      return make.guestRsvp(await make.event(), row);
    };
    const [bad, good] = [await requested(), await requested()];
    const kept = (id: number) => `select from guest_rsvps where id = ${id}`;
    return {
      bad: ['guest_rsvps', `old.id = ${bad.id}`],
      isDone: () => missing(db, kept(bad.id), kept(good.id)),
    };
  },
  answers: async () => {
    const answered = async () => {
      const { id } = await make.pastEvent({ startTime: clock.inHours(-40 * 24) });
      const person = await make.user();
      const at = clock.read().toISOString();
      await db.execute(sql`insert into answers (event_id, user_id, cant, answered_at)
        values (${id}, ${person.id}, true, ${at}::timestamptz)`);
      return id;
    };
    const [bad, good] = [await answered(), await answered()];
    const kept = (id: number) => `select from answers where event_id = ${id}`;
    return {
      bad: ['answers', `old.event_id = ${bad}`],
      isDone: () => missing(db, kept(bad), kept(good)),
    };
  },
  former_members: async () => {
    const attended = async () => {
      const event = await make.event();
      await make.rsvp(event, await make.user());
      return event;
    };
    const [bad, good] = [await attended(), await attended()];
    const kept = (id: number) => `select from rsvps where event_id = ${id}`;
    return {
      bad: ['rsvps', `old.event_id = ${bad.id}`],
      isDone: () => missing(db, kept(bad.id), kept(good.id)),
    };
  },
  counts: async () => {
    const [bad, good] = [await make.group(), await make.group()];
    await db.execute(sql`update groups set member_count = 7 where id in (${bad.id}, ${good.id})`);
    const right = (id: number) => `select from groups where id = ${id} and member_count = 1`;
    return {
      bad: ['groups', `old.id = ${bad.id}`],
      isDone: () => found(db, right(bad.id), right(good.id)),
    };
  },
});
