import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import { day } from '#contract/platform/durations.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockGroup } from '#features/community/groups/queries.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';
import { isNews } from '../policy/preview.ts';
import {
  isDeclined,
  stillDeclined,
  withCompletionsOf,
  withDeclined,
  type Declined,
} from '../policy/suggestions.ts';
import { knownEvents, requireImporter } from '../queries/imports.ts';
import { fetchCalendar, readEntries } from '../queries/read-calendar.ts';
import { followedCalendars, imports } from '../tables.ts';

/**
 * Follows a calendar in place of an earlier one, once it could be read.
 * @throws Refusal `not_found`, `forbidden`, `invalid` naming `url`, `too_large`
 */
export async function follow(
  db: Database,
  viewer: Viewer,
  groupId: number,
  url: CleanText,
  config: Config,
  now: Date,
): Promise<void> {
  await requireImporter(db, viewer, groupId);
  await readEntries('url', await fetchCalendar(config, url), now);
  const start = { problem: null, declined: {}, checkedAt: null, createdAt: now };
  const fresh = { url, addedById: viewer.id, ...start };
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await requireImporter(tx, viewer, groupId);
    await tx
      .insert(followedCalendars)
      .values({ groupId, ...fresh })
      .onConflictDoUpdate({ target: followedCalendars.groupId, set: fresh });
  });
}

/** @throws Refusal `not_found`, `forbidden` */
export async function unfollow(db: Database, viewer: Viewer, groupId: number): Promise<void> {
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await requireImporter(tx, viewer, groupId);
    await tx.delete(followedCalendars).where(eq(followedCalendars.groupId, groupId));
    await dropSuggestions(tx, groupId);
  });
}

const atOnce = 20;

/**
 * Looks at the calendars that nobody has looked at for a day, and suggests what is new.
 * @returns how many there were
 */
export async function lookAtCalendars(db: Database, config: Config, now: Date): Promise<number> {
  for (let total = 0; ;) {
    const due = await takeDue(db, now);
    for (const { groupId, url } of due) await lookAt(db, groupId, url, config, now);
    total += due.length;
    if (due.length < atOnce) return total;
  }
}

/** Another process takes others. */
async function takeDue(db: Database, now: Date) {
  const before = new Date(now.getTime() - day);
  const due = db
    .select({ groupId: followedCalendars.groupId })
    .from(followedCalendars)
    .where(or(isNull(followedCalendars.checkedAt), lte(followedCalendars.checkedAt, before)))
    .orderBy(asc(followedCalendars.checkedAt))
    .limit(atOnce)
    .for('update', { skipLocked: true });
  return db
    .update(followedCalendars)
    .set({ checkedAt: now })
    .where(inArray(followedCalendars.groupId, due))
    .returning({ groupId: followedCalendars.groupId, url: followedCalendars.url });
}

async function lookAt(
  db: Database,
  groupId: number,
  url: CleanText,
  config: Config,
  now: Date,
): Promise<void> {
  const found = await readFollowed(config, url, now);
  const isSame = and(eq(followedCalendars.groupId, groupId), eq(followedCalendars.url, url));
  await transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    const problem = 'problem' in found ? found.problem : null;
    const [followed] = await tx
      .update(followedCalendars)
      .set({ problem })
      .where(isSame)
      .returning({ declined: followedCalendars.declined });
    if (followed && 'entries' in found) {
      await suggest(tx, { groupId, ...followed }, found.entries, now);
    }
  });
}

async function readFollowed(config: Config, url: string, now: Date) {
  try {
    return { entries: await readEntries('url', await fetchCalendar(config, url), now) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: cleanText(error.fields?.url ?? error.message) };
  }
}

/**
 * Renews the group's one suggestion: what is new or changed since the last publication, without
 * what organisers have declined.
 */
async function suggest(
  tx: Transaction,
  { groupId, declined }: { groupId: number; declined: Declined },
  entries: ImportEntry[],
  now: Date,
): Promise<void> {
  const uids = entries.map(({ uid }) => uid);
  const known = await knownEvents(tx, groupId, uids, now);
  const news = entries.filter(
    (entry) => isNews(entry, known.get(entry.uid), now) && !isDeclined(entry, declined),
  );
  await tx
    .update(followedCalendars)
    .set({ declined: stillDeclined(declined, entries) })
    .where(eq(followedCalendars.groupId, groupId));
  if (news.length === 0) {
    await dropSuggestions(tx, groupId);
    return;
  }
  const [standing] = await tx
    .select({ id: imports.id, entries: imports.entries })
    .from(imports)
    .where(isSuggestion(groupId));
  if (standing) {
    await tx
      .update(imports)
      .set({ entries: withCompletionsOf(standing.entries, news), createdAt: now })
      .where(eq(imports.id, standing.id));
  } else {
    await tx.insert(imports).values({ groupId, suggested: true, entries: news, createdAt: now });
  }
}

const isSuggestion = (groupId: number) =>
  and(eq(imports.groupId, groupId), eq(imports.suggested, true), isNull(imports.publishedAt));

const dropSuggestions = (tx: Transaction, groupId: number) =>
  tx.delete(imports).where(isSuggestion(groupId));

/** Suggests these events no more, unless their calendar changes them. */
export async function decline(
  tx: Transaction,
  groupId: number,
  entries: ImportEntry[],
): Promise<void> {
  const [followed] = await tx
    .select({ declined: followedCalendars.declined })
    .from(followedCalendars)
    .where(eq(followedCalendars.groupId, groupId));
  if (!followed) return;
  await tx
    .update(followedCalendars)
    .set({ declined: withDeclined(followed.declined, entries) })
    .where(eq(followedCalendars.groupId, groupId));
}
