import { mostDates } from '#contract/events/series/recurrence.ts';
import type { Membership } from '#contract/community/membership.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { nonMemberRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { groupVisible, type GroupFacts } from '#features/community/membership/policy.ts';

/** Organisers of the group and admins manage its series. */
export const keepSeriesRefusal = (viewer: Viewer, membership: Membership | null): Refusal | null =>
  viewer.role === 'admin' ? null : createEventRefusal(membership);

/** Everybody who sees the group sees its series. */
export const seeSeriesRefusal = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null => (groupVisible(viewer, group, membership) ? null : notFound('Series'));

/** The facts that decide the abilities over a series. */
export type SeriesFacts = Pick<EventFacts, 'group' | 'membership'>;

/** Organisers and admins change a series, and cancel its upcoming dates. */
export function editSeriesRefusal(
  viewer: Viewer,
  { group, membership }: SeriesFacts,
): Refusal | null {
  const hidden = seeSeriesRefusal(viewer, group, membership);
  if (hidden) return hidden;
  return keepSeriesRefusal(viewer, membership)
    ? new Refusal('forbidden', 'Only organisers of this group can change this series')
    : null;
}

/** Members say that they can't come to any date; each date has further rules of its own. */
export const answerSeriesRefusal = (viewer: Viewer, series: SeriesFacts): Refusal | null =>
  seeSeriesRefusal(viewer, series.group, series.membership) ?? nonMemberRefusal(series);

/** Members with a complete profile RSVP to all dates. */
export const attendSeriesRefusal = (viewer: Viewer, series: SeriesFacts): Refusal | null =>
  answerSeriesRefusal(viewer, series) ?? profileRefusal(viewer, 'sign up for events');

export const nothingToCome = () => new Refusal('conflict', 'This series has no upcoming dates');

/** Counts the upcoming dates, including those that no change can reach. */
export const datesRefusal = (toCome: number): Refusal | null =>
  toCome <= mostDates ? null : tooMany();

const tooMany = () => {
  const sentence = `A series can have at most ${mostDates} upcoming dates`;
  return new Refusal('invalid', sentence, { fields: { rrule: sentence } });
};
