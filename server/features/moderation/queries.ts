import { and, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { HeldComment, HeldMessage } from '../../../contract/moderation.ts';
import { listLimit } from '../../../contract/limits.ts';
import { publicColumns } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import { comments } from '../comments/tables.ts';
import type { Config } from '../../platform/config.ts';
import { holdsContact } from '../../platform/contact-details.ts';
import type { Reader } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/fast/statements.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { cursorOf, cutPage, TimeAndId } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { messages } from '../messages/tables.ts';
import { memberships } from '../membership/tables.ts';
import {
  isOwnRepeat,
  mayCleanUp,
  isUntrusted,
  leastBandsShared,
  readsLike,
  spamLimits,
  type Named,
  type OwnText,
} from './policy.ts';
import { heldComments, textPrints } from './tables.ts';
import { day } from '../../../contract/durations.ts';

const copySpan = spamLimits.copyDays * day;

/** How often a text was posted lately: each comment and message, and each other member's group or event that it describes. */
export const copiesOf = (print: unknown, since: Date, userId: string | null) =>
  sql<number>`(select (count(*) filter (where kind in ('comment', 'message'))
      + count(distinct prints.user_id) filter (where kind not in ('comment', 'message') and prints.user_id is distinct from ${userId}))::int
    from ${textPrints} prints where prints.print = ${print} and prints.created_at > ${since})`;

/** Whole numbers as one parameter. */
export const intArray = (numbers: number[]) => sql`${`{${numbers.join(',')}}`}::int[]`;

/** The print of the latest text that is nearly the same: all that are, are counted under one. */
export async function printLike(
  db: Reader,
  bands: number[],
  since: Date,
): Promise<string | undefined> {
  const shared = sql`cardinality(array(select unnest(${textPrints.bands}) intersect select unnest(${intArray(bands)})))`;
  const [found] = await db
    .select({ print: textPrints.print })
    .from(textPrints)
    .where(
      and(
        sql`${textPrints.bands} && ${intArray(bands)}`,
        gt(textPrints.createdAt, since),
        sql`${shared} >= ${leastBandsShared}`,
      ),
    )
    .orderBy(desc(textPrints.createdAt), desc(textPrints.id))
    .limit(1);
  return found?.print;
}

export const copiesSince = (now: Date) => new Date(now.getTime() - copySpan);

/** Whether a text tells how to reach somebody, and is by an account that nobody has trusted yet. */
export async function needsContactReview(
  db: Reader,
  viewer: Viewer,
  text: string,
  config: Config,
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits || viewer.role === 'admin') return false;
  if (!holdsContact(text, config.publicOrigin)) return false;
  const organisesApproved = sql<boolean>`exists (select from ${memberships} own
    join ${groups} led on led.id = own.group_id
    where own.user_id = ${viewer.id} and own.is_organizer and led.status = 'approved')`;
  const [account] = await db
    .select({ createdAt: users.createdAt, trustedAt: users.trustedAt, organisesApproved })
    .from(users)
    .where(eq(users.id, viewer.id));
  return account !== undefined && isUntrusted(account, now);
}

/** So many texts are compared with a new one. */
const textsCompared = 30;

/** Whether a comment is one that its author has posted again and again. */
export async function isRepeatedComment(
  db: Reader,
  viewer: Viewer,
  comment: OwnText,
  now: Date,
): Promise<boolean> {
  const select = (table: typeof comments | typeof heldComments, name: string) =>
    statement(db, name, (sqlDb) =>
      sqlDb
        .select({ placeId: table.eventId, text: table.content })
        .from(table)
        .where(
          and(
            eq(table.userId, sql.placeholder('viewer')),
            gt(table.createdAt, sql`${sql.placeholder('since')}::timestamptz`),
          ),
        )
        .orderBy(desc(table.createdAt))
        .limit(textsCompared),
    ).execute({ viewer: viewer.id, since: copiesSince(now) });
  const [shown, held] = await Promise.all([
    select(comments, 'own_recent_comments'),
    select(heldComments, 'own_recent_held_comments'),
  ]);
  return isOwnRepeat(comment, [...shown, ...held]);
}

/** When a member last posted a link, the last first. */
export async function linksOf(db: Reader, userId: string, since: Date): Promise<Date[]> {
  const found = await db
    .select({ at: textPrints.createdAt })
    .from(textPrints)
    .where(
      and(
        eq(textPrints.userId, userId),
        gt(textPrints.createdAt, since),
        eq(textPrints.kind, 'comment'),
        textPrints.hasLink,
      ),
    )
    .orderBy(desc(textPrints.createdAt))
    .limit(spamLimits.linksAnHour);
  return found.map(({ at }) => at);
}

/** When a member last started a group, the last first. */
export async function groupsBy(db: Reader, userId: string, since: Date): Promise<Date[]> {
  const found = await db
    .select({ at: groups.createdAt })
    .from(groups)
    .where(and(eq(groups.createdById, userId), gt(groups.createdAt, since)))
    .orderBy(desc(groups.createdAt))
    .limit(spamLimits.groupsADay);
  return found.map(({ at }) => at);
}

/** What the viewer wrote under an event and others don't see; for an admin with all that is hidden there. */
export function apartOn(db: Reader, viewer: Viewer, eventId: number) {
  const seesHidden = viewer.role === 'admin';
  const own = eq(heldComments.userId, sql.placeholder('viewer'));
  const apart = statement(db, `comments_apart_${seesHidden ? 'admin' : 'own'}`, (sqlDb) =>
    sqlDb
      .select({
        id: heldComments.id,
        userId: heldComments.userId,
        content: heldComments.content,
        createdAt: heldComments.createdAt,
        hiddenAt: heldComments.hiddenAt,
        author: publicColumns,
        authorRole: users.role,
      })
      .from(heldComments)
      .innerJoin(users, eq(users.id, heldComments.userId))
      .where(
        and(
          eq(heldComments.eventId, sql.placeholder('event')),
          seesHidden ? or(own, sql`${heldComments.hiddenAt} is not null`) : own,
        ),
      )
      .orderBy(heldComments.createdAt, heldComments.id)
      .limit(listLimit),
  );
  return apart.execute({ event: eventId, viewer: viewer.id });
}

const queueCursor = cursorOf(TimeAndId);

/** What waits for an admin, the longest first. */
export async function findHeld(
  db: Reader,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const after = queueCursor.decode(cursor);
  const rows = await db
    .select({
      id: heldComments.id,
      content: heldComments.content,
      userId: heldComments.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      userEmail: users.email,
      role: users.role,
      eventId: heldComments.eventId,
      eventTitle: events.title,
      createdAt: heldComments.createdAt,
      copies: copiesOf(heldComments.print, copiesSince(now), null),
    })
    .from(heldComments)
    .innerJoin(events, eq(events.id, heldComments.eventId))
    .innerJoin(users, eq(users.id, heldComments.userId))
    .where(
      and(
        sql`${heldComments.hiddenAt} is null`,
        after && sql`(${heldComments.createdAt}, ${heldComments.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(heldComments.createdAt, heldComments.id)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ firstName, lastName, role, createdAt, ...comment }): HeldComment => ({
      ...comment,
      can: { cleanUp: mayCleanUp(viewer, { id: comment.userId, role }) },
      userName: [firstName, lastName].filter(Boolean).join(' '),
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}

/** The messages of the same queue. */
export async function findHeldMessages(
  db: Reader,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const after = queueCursor.decode(cursor);
  const rows = await db
    .select({
      id: messages.id,
      subject: messages.subject,
      text: messages.text,
      audience: messages.audience,
      recipients: messages.recipients,
      groupId: messages.groupId,
      groupName: groups.name,
      event: { id: events.id, title: events.title },
      sender: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        role: users.role,
      },
      createdAt: messages.createdAt,
      copies: copiesOf(messages.print, copiesSince(now), null),
    })
    .from(messages)
    .innerJoin(groups, eq(groups.id, messages.groupId))
    .leftJoin(events, eq(events.id, messages.eventId))
    .leftJoin(users, eq(users.id, messages.sentById))
    .where(
      and(
        sql`${messages.state} = 'held'`,
        after && sql`(${messages.createdAt}, ${messages.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(messages.createdAt, messages.id)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ sender, createdAt, ...message }): HeldMessage => ({
      ...message,
      userId: sender?.id ?? null,
      userName: sender && [sender.firstName, sender.lastName].filter(Boolean).join(' '),
      userEmail: sender?.email ?? null,
      can: { cleanUp: mayCleanUp(viewer, sender) },
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}

const named = { id: users.id, firstName: users.firstName, lastName: users.lastName };

/**
 * Those of some people who read like an admin, or like an organiser of a group they are in or wait for, by their ids,
 * each with that one's name. Admins are taken for nobody.
 */
export async function lookalikesAmong(
  db: Reader,
  people: readonly (Named & { role: 'user' | 'admin' })[],
): Promise<Map<string, string>> {
  const asked = people.filter(({ role }) => role !== 'admin');
  if (asked.length === 0) return new Map();
  const [admins, organisers] = await Promise.all([
    db
      .select(named)
      .from(users)
      .where(sql`${users.role} = 'admin'`)
      .orderBy(users.id)
      .limit(listLimit),
    organisersOver(
      db,
      asked.map(({ id }) => id),
    ),
  ]);
  const taken = new Map<string, string>();
  for (const person of asked) {
    const theirs = organisers.filter(({ memberId }) => memberId === person.id);
    const name = readsLike(person, [...admins, ...theirs]);
    if (name) taken.set(person.id, name);
  }
  return taken;
}

/**
 * The organisers of the groups that members are in, a row for each member, organiser and group. The limit keeps each
 * name a look-up: where many are expected, a plain join reads every account once.
 */
function organisersOver(db: Reader, memberIds: string[]) {
  const organising = alias(memberships, 'organising');
  const organiser = db
    .select(named)
    .from(users)
    .where(eq(users.id, organising.userId))
    .limit(1)
    .as('organiser');
  return db
    .select({
      memberId: memberships.userId,
      id: organiser.id,
      firstName: organiser.firstName,
      lastName: organiser.lastName,
    })
    .from(memberships)
    .innerJoin(
      organising,
      and(eq(organising.groupId, memberships.groupId), sql`${organising.isOrganizer}`),
    )
    .crossJoinLateral(organiser)
    .where(and(inArray(memberships.userId, memberIds), ne(organising.userId, memberships.userId)));
}
