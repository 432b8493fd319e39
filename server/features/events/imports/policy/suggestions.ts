import { createHash } from 'node:crypto';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import type { Draft, Facts, ImportEntry } from '#platform/calendar/drafts.ts';
import { isDraft } from './drafts.ts';

/** The versions of events that organisers don't want, by UID. */
export type Declined = Record<string, CleanText>;

/** Identifies what a calendar says of an event: any change there gives another version. */
export function versionOf(entry: ImportEntry): CleanText {
  if (!isDraft(entry)) return cleanText('');
  const { source, isCancelled, repeats } = entry;
  const said = [
    ...wordsOf(entry),
    [source.startTime, source.endTime, source.rule, source.excluded],
    isCancelled,
    repeats?.moved.map((moved) => [moved.day, moved.startTime, moved.endTime, ...wordsOf(moved)]),
  ];
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('base64url');
  return cleanText(hash, 22);
}

const wordsOf = ({ title, description, location, onlineUrl }: Facts) => [
  title,
  description,
  location,
  onlineUrl,
];

/** The version alone counts where a program gives its events other UIDs each time. */
export function isDeclined(entry: ImportEntry, declined: Declined): boolean {
  const version = versionOf(entry);
  if (declined[entry.uid] === version) return true;
  return version !== '' && Object.values(declined).includes(version);
}

/** Adds events that organisers don't want. */
export const withDeclined = (declined: Declined, entries: ImportEntry[]): Declined => ({
  ...declined,
  ...Object.fromEntries(entries.map((entry) => [entry.uid, versionOf(entry)])),
});

/** Leaves out what the calendar no longer has. */
export function stillDeclined(declined: Declined, entries: ImportEntry[]): Declined {
  const uids = new Set<string>(entries.map(({ uid }) => uid));
  const versions = new Set<string>(entries.map(versionOf));
  const still = Object.entries(declined).filter(
    ([uid, version]) => uids.has(uid) || versions.has(version),
  );
  return Object.fromEntries(still);
}

/**
 * Gives events the UIDs that they had earlier. Some programs make new ones each time, and the same
 * event would come twice.
 */
export function withEarlierUids(entries: ImportEntry[], earlier: Draft[]): ImportEntry[] {
  const uids = new Set<string>(entries.map(({ uid }) => uid));
  const known = new Set<string>(earlier.map(({ uid }) => uid));
  const gone = earlier.filter(({ uid }) => !uids.has(uid));
  const free = Map.groupBy(gone, factsOf);
  return entries.map((entry) => {
    if (!isDraft(entry) || known.has(entry.uid)) return entry;
    const { uid } = free.get(factsOf(entry))?.shift() ?? entry;
    return { ...entry, uid };
  });
}

const factsOf = ({ title, location, onlineUrl, source }: Draft): string =>
  JSON.stringify([title, location, onlineUrl, source.startTime, source.endTime, source.rule]);

/** Takes over what organisers have added to an earlier suggestion. */
export function withCompletionsOf(earlier: ImportEntry[], entries: ImportEntry[]): ImportEntry[] {
  const completions = new Map(
    earlier.filter(isDraft).map(({ uid, completion }) => [uid, completion]),
  );
  return entries.map((entry) =>
    isDraft(entry)
      ? { ...entry, completion: completions.get(entry.uid) ?? entry.completion }
      : entry,
  );
}
