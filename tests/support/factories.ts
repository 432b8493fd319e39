import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { hashPassword } from '#platform/crypto/password.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { purges, removedRows } from '#features/safety/purge/tables.ts';
import type { Database } from '#platform/db/database.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { donations } from '#features/base/donations/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { attendeeFactoriesFor } from './attendee-factories.ts';
import type { TestClock } from './clock.ts';
import { groupedCode } from '#platform/crypto/readable-code.ts';
import { dateOf } from '#contract/platform/days.ts';
import { cleanText, cleanTexts, type Raw } from '#contract/platform/clean-text.ts';
import { weekdayOf } from '#contract/platform/dates.ts';
import { hour, minute, week } from '#contract/platform/durations.ts';
import { series } from '#features/events/series/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { sessions } from '#features/base/sign-in/tables.ts';

export type User = typeof users.$inferSelect;
export type Group = typeof groups.$inferSelect;
export type Event = typeof events.$inferSelect;
export type Comment = typeof comments.$inferSelect;
export type Factories = ReturnType<typeof factoriesFor>;

/** The password of every account a factory makes. */
export const password = 'Village-hall1';
// Computed once, because hashing is slow.
const passwordHash = hashPassword(password);

export const completeProfile = cleanTexts({
  lastName: 'Okafor',
  bio: 'Walks the fells at weekends and bakes bread.',
  location: 'Keswick, United Kingdom',
}) satisfies Partial<User>;

type Id<T extends { id: unknown }> = Pick<T, 'id'>;
type UserColumns = Raw<Partial<typeof users.$inferInsert>>;
type GroupColumns = Raw<Partial<Omit<typeof groups.$inferInsert, 'createdById' | 'memberCount'>>>;
type EventColumns = Raw<
  Partial<Omit<typeof events.$inferInsert, 'groupId' | 'attendeeCount' | 'placesTaken'>>
>;
type MembershipState = Partial<
  Raw<Pick<typeof memberships.$inferInsert, 'status' | 'isOrganizer' | 'answer' | 'approvedAt'>>
>;

/**
 * Creates rows with everything they depend on, and with their counters. Numbers start at `made`,
 * after rows made before.
 */
export function factoriesFor(db: Database, clock: Pick<TestClock, 'read' | 'inHours'>, made = 0) {
  const next = () => (made += 1);

  /** Creates a user with a complete profile and a confirmed address. */
  async function user(columns: UserColumns = {}): Promise<User> {
    const number = next();
    return one(
      await db
        .insert(users)
        .values(
          cleanTexts({
            id: randomUUID(),
            email: `person${number}@example.com`,
            passwordHash: await passwordHash,
            firstName: `Person ${number}`,
            ...completeProfile,
            emailVerifiedAt: clock.read(),
            createdAt: clock.read(),
            ...columns,
          }),
        )
        .returning(),
    );
  }

  /** Creates a user who has just registered. */
  const newcomer = (columns: UserColumns = {}) =>
    user({ lastName: null, bio: null, location: null, ...columns });

  const admin = (columns: UserColumns = {}) => user({ role: 'admin', ...columns });

  const banned = (columns: UserColumns = {}) => user({ isActive: false, ...columns });

  /** Returns the token of a session that lasts a month by default. */
  async function session(of: Id<User>, expiresAt = clock.inHours(30 * 24)): Promise<string> {
    const token = newToken();
    const now = clock.read();
    await db.insert(sessions).values({
      id: tokenHash(token),
      userId: of.id,
      expiresAt,
      createdAt: now,
      lastSeenAt: now,
    });
    return token;
  }

  /** Creates an approved group that anyone may join, with its owner as organiser. */
  async function group(
    columns: GroupColumns & { owner?: Id<User> } = {},
  ): Promise<Group & { owner: Id<User> }> {
    const { owner = await user(), ...rest } = columns;
    const number = next();
    const row = one(
      await db
        .insert(groups)
        .values(
          cleanTexts({
            name: `Group ${number}`,
            description: 'Meets every other week, and newcomers are welcome.',
            categoryId: 2,
            groupType: 'outdoorsAdventure',
            chargeForEvents: 'free',
            status: 'approved',
            location: 'Keswick',
            createdAt: clock.read(),
            ...rest,
            createdById: owner.id,
          }),
        )
        .returning(),
    );
    await membership(row, owner, { isOrganizer: true });
    return { ...row, memberCount: 1, owner };
  }

  async function membership(
    of: Id<Group>,
    person: Id<User>,
    state: MembershipState = {},
  ): Promise<void> {
    const { status = 'approved' } = state;
    await db.insert(memberships).values({
      groupId: of.id,
      userId: person.id,
      createdAt: clock.read(),
      ...cleanTexts({ ...state, status }),
    });
    if (status === 'pending') return;
    await db
      .update(groups)
      .set({ memberCount: sql`${groups.memberCount} + 1` })
      .where(eq(groups.id, of.id));
  }

  const joined =
    (state: MembershipState) =>
    async (of: Id<Group>, columns: UserColumns = {}) => {
      const person = await user(columns);
      await membership(of, person, state);
      return person;
    };

  const member = joined({});
  const pendingMember = joined({ status: 'pending' });
  const organiser = joined({ isOrganizer: true });

  /** Creates a two-hour event in a week's time, in a new group by default. */
  async function event(columns: EventColumns & { group?: Id<Group> } = {}): Promise<Event> {
    const { group: host = await group(), startTime = clock.inHours(7 * 24), ...rest } = columns;
    const number = next();
    return one(
      await db
        .insert(events)
        .values({
          free: sql`(select charge_for_events = 'free' from groups where id = ${host.id})`,
          ...cleanTexts({
            title: `Event ${number}`,
            description: 'A short walk with a long stop for tea and cake.',
            categoryId: 2,
            location: 'The Moot Hall, Market Square',
            town: 'Keswick',
            startTime,
            endTime: new Date(startTime.getTime() + 2 * hour),
            createdAt: clock.read(),
            ...rest,
            groupId: host.id,
          }),
        })
        .returning(),
    );
  }

  /** Creates weekly dates from next week on, each as an event of its own. */
  async function seriesOf(
    columns: EventColumns & { group?: Id<Group>; dates?: number } = {},
  ): Promise<typeof series.$inferSelect & { events: Event[] }> {
    const {
      group: host = await group(),
      dates = 3,
      startTime = clock.inHours(7 * 24),
      ...rest
    } = columns;
    const row = one(
      await db
        .insert(series)
        .values({
          groupId: host.id,
          createdById: rest.createdById,
          rrule: cleanText(`FREQ=WEEKLY;COUNT=${dates}`),
          firstDate: dateOf(startTime),
          startsAt: '19:30',
          createdAt: clock.read(),
        })
        .returning(),
    );
    const each: Event[] = [];
    for (let index = 0; index < dates; index += 1) {
      const start = new Date(startTime.getTime() + index * week);
      each.push(
        await event({
          ...rest,
          group: host,
          startTime: start,
          seriesId: row.id,
          seriesDate: dateOf(start),
          seriesPosition: index + 1,
          seriesCount: dates,
          seriesText: `Every ${weekdayOf(startTime)}`,
        }),
      );
    }
    return { ...row, events: each };
  }

  /** Creates an event that ended a day ago. */
  const pastEvent = (columns: EventColumns & { group?: Id<Group> } = {}) =>
    event({ startTime: clock.inHours(-26), ...columns });

  const cancelledEvent = (columns: EventColumns & { group?: Id<Group> } = {}) =>
    event({ status: 'cancelled', ...columns });

  async function comment(
    on: Id<Event>,
    author: Id<User>,
    columns: Raw<Partial<typeof comments.$inferInsert>> = {},
  ): Promise<Comment> {
    return one(
      await db
        .insert(comments)
        .values(
          cleanTexts({
            content: `Comment ${next()}`,
            createdAt: clock.read(),
            ...columns,
            eventId: on.id,
            userId: author.id,
          }),
        )
        .returning(),
    );
  }

  /** Creates a comment that awaits an admin's review. */
  async function pendingComment(
    on: Id<Event>,
    author: Id<User>,
    content = `Comment ${next()}`,
  ): Promise<{ id: number }> {
    const id = sql<number>`nextval(pg_get_serial_sequence('comments', 'id'))::int`;
    const shape = { eventId: on.id, userId: author.id, print: '', createdAt: clock.read() };
    return one(
      await db
        .insert(heldComments)
        .values({ ...shape, id, content: cleanText(content) })
        .returning(),
    );
  }

  /** Creates a comment that an admin's purge removed and can restore. */
  async function removedComment(on: Id<Event>, author: Id<User>): Promise<void> {
    const at = clock.read();
    const { id, content } = await comment(on, author);
    await db.delete(comments).where(eq(comments.id, id));
    await db.insert(purges).values({ userId: author.id, wasActive: true, createdAt: at });
    await db.insert(removedRows).values({
      purgeId: author.id,
      kind: 'comment',
      memberId: author.id,
      content: { id, event_id: on.id, content, created_at: at },
      removedAt: at,
    });
  }

  /** Creates a message to a group's members, or an event's attendees, within its grace period. */
  async function message(
    to: Id<Group>,
    columns: Raw<Partial<typeof messages.$inferInsert>> = {},
  ): Promise<typeof messages.$inferSelect> {
    return one(
      await db
        .insert(messages)
        .values(
          cleanTexts({
            audience: columns.eventId ? 'going' : 'members',
            subject: `Message ${next()}`,
            text: 'The kettle is on from ten.',
            asksForDonations: false,
            state: 'waiting',
            recipients: 1,
            sendsAt: new Date(clock.read().getTime() + 5 * minute),
            createdAt: clock.read(),
            ...columns,
            groupId: to.id,
          }),
        )
        .returning(),
    );
  }

  /** Creates a successful donation of five pounds, by a visitor by default. */
  async function donation(columns: Raw<Partial<typeof donations.$inferInsert>> = {}) {
    return one(
      await db
        .insert(donations)
        .values(
          cleanTexts({
            paymentIntentId: `pi_${randomUUID()}`,
            amount: 500,
            status: 'succeeded',
            createdAt: clock.read(),
            ...columns,
          }),
        )
        .returning(),
    );
  }

  /** Creates a complaint by a signed-out stranger. */
  async function complaint(columns: Raw<Partial<typeof complaints.$inferInsert>> = {}) {
    const number = `C-${groupedCode(8, 4)}`;
    const form = { kind: 'content', text: 'My poster is gone.', email: 'jo@example.com' } as const;
    const row = { number, ...form, createdAt: clock.read(), ...columns };
    return one(await db.insert(complaints).values(cleanTexts(row)).returning());
  }

  return {
    user,
    newcomer,
    admin,
    banned,
    session,
    group,
    membership,
    member,
    pendingMember,
    organiser,
    event,
    series: seriesOf,
    pastEvent,
    cancelledEvent,
    ...attendeeFactoriesFor(db, clock, next),
    comment,
    pendingComment,
    removedComment,
    donation,
    complaint,
    message,
  };
}

function one<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('an insert returned no row');
  return row;
}
