import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { hasLink } from '../../../contract/links.ts';
import { users } from '../accounts/tables.ts';
import { record } from '../audit/mutations.ts';
import { comments } from '../comments/tables.ts';
import type { Config } from '../../platform/config.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { messages } from '../messages/tables.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import type { Actor, Viewer } from '../../platform/viewer.ts';
import { groupRefusal, groupSpan, isNew, linkRefusal, linkSpan, fingerprintOf } from './policy.ts';
import { copiesOf, copiesSince, groupsBy, intArray, linksOf, printLike } from './queries.ts';
import { heldComments, textPrints } from './tables.ts';

/** Those who write the same, or as the same member, at the same moment take turns: each finds what the last left. */
const inTurn = (tx: Transaction, about: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${about}, 0))`);

async function isNewcomer(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<boolean> {
  if (viewer.role === 'admin') return false;
  const [account] = await tx
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, viewer.id));
  const createdAt = account?.createdAt ?? now;
  return isNew({ ...viewer, createdAt }, config.smtpUrl !== undefined, now);
}

/** @throws Refusal `too_many_requests` for a new member who starts one group after another */
export async function slowGroups(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<void> {
  if (!config.rateLimits || !(await isNewcomer(tx, viewer, config, now))) return;
  await inTurn(tx, `groups of ${viewer.id}`);
  const since = new Date(now.getTime() - groupSpan);
  demand(groupRefusal(await groupsBy(tx, viewer.id, since), now));
}

/** @throws Refusal `too_many_requests` for a new member who posts one link after another */
export async function slowLinks(
  tx: Transaction,
  viewer: Viewer,
  text: string,
  config: Config,
  now: Date,
): Promise<void> {
  if (!config.rateLimits || !hasLink(text) || !(await isNewcomer(tx, viewer, config, now))) return;
  await inTurn(tx, `links of ${viewer.id}`);
  const since = new Date(now.getTime() - linkSpan);
  demand(linkRefusal(await linksOf(tx, viewer.id, since), now));
}

/** The fingerprint of a posted text, and how often it was posted before. */
interface Posted {
  /** Null for what people say anyway, for admins, and where limits are off. */
  print: string | null;
  copies: number;
}

/**
 * Notes what a text is known again by, and counts how often it was posted lately, or one nearly the same. Whoever posts
 * such a text at the same moment waits until the transaction ends.
 */
export async function noteText(
  tx: Transaction,
  viewer: Viewer,
  kind: (typeof textPrints.$inferInsert)['kind'],
  text: string,
  config: Config,
  now: Date,
): Promise<Posted> {
  const own = config.rateLimits && viewer.role !== 'admin' ? fingerprintOf(text) : undefined;
  if (!own) return { print: null, copies: 0 };
  await lockBands(tx, own.bands);
  const since = copiesSince(now);
  const print = (await printLike(tx, own.bands, since)) ?? own.print;
  const { rows } = await tx.execute<{ copies: number }>(
    sql`select ${copiesOf(print, since, viewer.id)} as copies`,
  );
  await tx.insert(textPrints).values({
    ...own,
    print,
    kind,
    userId: viewer.id,
    hasLink: hasLink(text),
    createdAt: now,
  });
  return { print, copies: rows[0]?.copies ?? 0 };
}

/** Locks the bands in one order. Texts that are nearly the same share one, and so wait for each other. */
const lockBands = (tx: Transaction, bands: number[]) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('text band ' || band, 0))
    from (select distinct unnest(${intArray(bands)}) as band order by 1) bands`);

/** Notes that an admin has let a text of somebody's through. */
export async function trustAuthor(
  tx: Transaction,
  userId: string | null,
  now: Date,
): Promise<void> {
  if (userId === null) return;
  await tx
    .update(users)
    .set({ trustedAt: now })
    .where(and(eq(users.id, userId), isNull(users.trustedAt)));
}

/** A text that was taken back has not been posted. */
export async function forgetText(
  tx: Transaction,
  userId: string,
  kind: (typeof textPrints.$inferInsert)['kind'],
  print: string | null,
): Promise<void> {
  if (!print) return;
  await tx.execute(sql`delete from ${textPrints} where id = (
    select id from ${textPrints} own
    where own.print = ${print} and own.user_id = ${userId} and own.kind = ${kind}
    order by created_at desc limit 1)`);
}

/**
 * Keeps a comment for an admin to look at.
 * @returns its id, which no other comment will have
 */
export async function holdComment(
  tx: Transaction,
  viewer: Viewer,
  eventId: number,
  content: string,
  print: string | null,
  now: Date,
): Promise<number> {
  const id = sql<number>`nextval(pg_get_serial_sequence('comments', 'id'))::int`;
  const [held] = await tx
    .insert(heldComments)
    .values({
      id,
      eventId,
      userId: viewer.id,
      content,
      print: print ?? '',
      createdAt: now,
    })
    .returning({ id: heldComments.id });
  if (!held) throw new Error('an insert returned no row');
  return held.id;
}

/** Holds the event of a comment, as everybody does who deletes one with its comments. */
async function holdEventOf(
  tx: Transaction,
  table: typeof comments | typeof heldComments,
  id: number,
): Promise<void> {
  const [place] = await tx.select({ eventId: table.eventId }).from(table).where(eq(table.id, id));
  if (!place) return;
  await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, place.eventId))
    .for('key share');
}

/** Takes a comment out of the queue. */
async function takeOut(tx: Transaction, id: number) {
  await holdEventOf(tx, heldComments, id);
  const [held] = await tx
    .delete(heldComments)
    .where(and(eq(heldComments.id, id), isNull(heldComments.hiddenAt)))
    .returning();
  if (!held) throw notFound('Comment');
  return held;
}

/**
 * Takes a comment out of everybody's sight but its author's and the admins'; one that waits to be looked at waits no
 * longer.
 * @returns whether it was not hidden before
 */
export async function hideComment(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  await holdEventOf(tx, comments, id);
  const [shown] = await tx
    .delete(comments)
    .where(and(eq(comments.id, id), isNotNull(comments.userId)))
    .returning();
  if (shown?.userId) {
    const { userId, ...comment } = shown;
    await tx.insert(heldComments).values({ ...comment, userId, print: '', hiddenAt: now });
    const change = { before: whose(shown), after: { hidden: true } } as const;
    await record(tx, actor, 'comment.hide', id, change, now);
    return true;
  }
  const [waiting] = await tx
    .update(heldComments)
    .set({ hiddenAt: now })
    .where(and(eq(heldComments.id, id), isNull(heldComments.hiddenAt)))
    .returning();
  if (!waiting) return false;
  const change = { before: { ...whose(waiting), held: true }, after: { hidden: true } } as const;
  await record(tx, actor, 'comment.hide', id, change, now);
  return true;
}

/**
 * Shows everybody a comment that was hidden.
 * @returns whether it was
 */
export async function showComment(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  const hidden = await takeOutHidden(tx, id);
  if (!hidden) return false;
  const { print: _, hiddenAt: __, ...comment } = hidden;
  await tx.insert(comments).overridingSystemValue().values(comment);
  const change = { before: whose(comment), after: { hidden: false } } as const;
  await record(tx, actor, 'comment.show', id, change, now);
  return true;
}

/** Takes a hidden comment from where it lies apart; undefined where there is none. */
export async function takeOutHidden(tx: Transaction, id: number) {
  await holdEventOf(tx, heldComments, id);
  const [hidden] = await tx
    .delete(heldComments)
    .where(and(eq(heldComments.id, id), isNotNull(heldComments.hiddenAt)))
    .returning();
  return hidden;
}

const whose = ({ eventId, userId }: { eventId: number; userId: string | null }) => ({
  eventId,
  authorId: userId,
});

/**
 * Shows everybody a comment that was held.
 * @throws Refusal `not_found`
 */
export async function releaseComment(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { print: _, hiddenAt: __, ...comment } = await takeOut(tx, id);
    await tx.insert(comments).overridingSystemValue().values(comment);
    await trustAuthor(tx, comment.userId, now);
    await record(tx, viewer, 'comment.release', id, changeOf(comment), now);
  });
}

/**
 * Deletes a comment that nobody has seen. What it said is not kept.
 * @throws Refusal `not_found`
 */
export async function removeHeldComment(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const comment = await takeOut(tx, id);
    await record(tx, viewer, 'comment.delete', id, changeOf(comment), now);
  });
}

/** Of what it said, nothing is kept. */
const changeOf = ({ eventId, userId }: { eventId: number; userId: string }) => ({
  before: { eventId, authorId: userId, held: true },
  after: null,
});

/**
 * Holds the group of a held message, as everybody does who changes both, and the message.
 * @throws Refusal `not_found`
 */
async function lockedHeldMessage(tx: Transaction, id: number) {
  const [place] = await tx
    .select({ groupId: messages.groupId })
    .from(messages)
    .where(eq(messages.id, id));
  if (!place) throw notFound('Message');
  await tx
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, place.groupId))
    .for('key share');
  const [message] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.state, 'held')))
    .for('update');
  if (!message) throw notFound('Message');
  return message;
}

/**
 * Has a message go that was held: at once where its grace is over.
 * @throws Refusal `not_found`
 */
export async function releaseMessage(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const message = await lockedHeldMessage(tx, id);
    const sendsAt = new Date(Math.max(message.sendsAt.getTime(), now.getTime()));
    await tx.update(messages).set({ state: 'waiting', sendsAt }).where(eq(messages.id, id));
    await trustAuthor(tx, message.sentById, now);
    await record(tx, viewer, 'message.release', id, heldBy(message), now);
  });
}

/**
 * Drops a message that nobody has got. What it said is not kept.
 * @throws Refusal `not_found`
 */
export async function removeHeldMessage(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const message = await lockedHeldMessage(tx, id);
    await tx.delete(messages).where(eq(messages.id, id));
    await record(tx, viewer, 'message.delete', id, heldBy(message), now);
  });
}

const heldBy = ({ groupId, eventId, audience, sentById }: typeof messages.$inferSelect) => ({
  before: { groupId, eventId, audience, authorId: sentById, held: true as const },
  after: null,
});
