import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Membership } from '#contract/community/membership.ts';
import { undoHours } from '#contract/events/imports.ts';
import { hour } from '#contract/platform/durations.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { groupVisible, type GroupFacts } from '#features/community/membership/policy.ts';
import { invalid, notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Draft, ImportEntry } from '#platform/calendar/drafts.ts';
import { isDraft } from './drafts.ts';
import { comesAgain, lackOf, verdictOn, type Known } from './preview.ts';

/** Organisers import events; admins, who may edit events, don't. */
export const importRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null =>
  groupVisible(viewer, group, membership) ? createEventRefusal(membership) : notFound('Group');

/** The moment until which an import can be undone; null before anything of it is published. */
export const undoUntil = (publishedAt: Date | null): Date | null =>
  publishedAt && new Date(publishedAt.getTime() + undoHours * hour);

export function undoRefusal(publishedAt: Date | null, now: Date): Refusal | null {
  const until = undoUntil(publishedAt);
  return until && until <= now
    ? new Refusal('conflict', `An import can be undone for ${undoHours} hours`)
    : null;
}

/** The events that publishing creates and changes. */
export interface Chosen {
  created: Draft[];
  changed: Draft[];
}

/**
 * Finds the events that an organiser has chosen. Those without a change are left out.
 * @throws Refusal `invalid` naming `uids`
 */
export function chooseEntries(
  entries: ImportEntry[],
  uids: ReadonlySet<CleanText>,
  known: ReadonlyMap<string, Known>,
  now: Date,
): Chosen {
  const byUid = new Map(entries.map((entry) => [entry.uid, entry]));
  const chosen: Chosen = { created: [], changed: [] };
  for (const uid of uids) {
    const entry = byUid.get(uid);
    if (!entry) throw invalid({ uids: 'One of these events is not in this import' });
    const earlier = known.get(uid);
    const { state, reason = '' } = verdictOn(entry, earlier, now);
    if (!isDraft(entry) || state === 'refused' || state === 'incomplete') {
      throw refuseEvent(entry, reason);
    }
    const isNew = !earlier || comesAgain(entry, earlier, now);
    const lack = lackOf(entry);
    if (isNew && lack) throw refuseEvent(entry, lack);
    if (state === 'changed') chosen.changed.push(entry);
    if (isNew) chosen.created.push(entry);
  }
  return chosen;
}

/** Names an event in the refusal of a publication. */
export const refuseEvent = ({ title }: Pick<ImportEntry, 'title'>, sentence: string): Refusal =>
  invalid({ uids: `“${title}” can’t be published. ${sentence}` });
