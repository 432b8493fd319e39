import type { ImportedEvent, ImportState } from '#contract/events/imports.ts';
import { cancelledThere, truncate } from '#contract/events/calendar-text.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** A cancelled event is refused like one that can't be read, but nothing is wrong with it. */
type ShownState = ImportState | 'cancelled';

const shownState = ({ state, reason }: ImportedEvent): ShownState =>
  state === 'refused' && reason === cancelledThere ? 'cancelled' : state;

const stateBadges: Record<ShownState, { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'good' },
  same: { label: 'Already here', tone: 'neutral' },
  changed: { label: 'Changed', tone: 'accent' },
  refused: { label: 'Not possible', tone: 'danger' },
  incomplete: { label: 'Incomplete', tone: 'accent' },
  past: { label: 'Over', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

export const badgeOf = (event: ImportedEvent): { label: string; tone: BadgeTone } =>
  event.leftOut === undefined
    ? stateBadges[shownState(event)]
    : { label: 'Left out', tone: 'neutral' };

/** The words of a count, one and many. */
const countedStates: Record<ShownState, [one: string, many: string]> = {
  new: ['ready', 'ready'],
  changed: ['changed', 'changed'],
  incomplete: ['needs a place or description', 'need a place or description'],
  same: ['is already here', 'are already here'],
  past: ['is past', 'are past'],
  cancelled: ['was cancelled', 'were cancelled'],
  refused: ['can’t be published', 'can’t be published'],
};

/** '40 events: 36 ready, 4 need a place or description. 12 more are left out.' */
export function summaryOf(entries: readonly ImportedEvent[]): string {
  const events = entries.filter(({ leftOut }) => leftOut === undefined);
  const left = entries.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);
  const parts = (Object.keys(countedStates) as ShownState[]).flatMap((state) => {
    const count = events.filter((event) => shownState(event) === state).length;
    return count === 0 ? [] : `${inDigits(count)} ${countedStates[state][count === 1 ? 0 : 1]}`;
  });
  const more = left === 0 ? '' : ` ${inDigits(left)} more ${left === 1 ? 'is' : 'are'} left out.`;
  return `${eventsIn(events.length)}: ${parts.join(', ')}.${more}`;
}

export const eventsIn = (count: number): string =>
  count === 1 ? '1 event' : `${inDigits(count)} events`;

const inDigits = (count: number): string => count.toLocaleString('en-GB');

/** Enough to recognise a link by; links of Teams have 300 characters. */
const longestLink = 60;

/** Tells where people find an event, and how they join it online. */
export function venueNotes({ town, postcode, onlineUrl }: ImportedEvent): string[] {
  const by = postcode === null ? '' : `, by its postcode ${postcode}`;
  return [
    ...(town === null ? [] : [`People find it in ${town}${by}.`]),
    ...(onlineUrl === null
      ? []
      : [`Link to join online, for those who are going: ${truncate(onlineUrl, longestLink)}`]),
  ];
}

/** Events that can be published; those that are over only when somebody ticks them. */
export const isPublishable = ({ state }: ImportedEvent): boolean =>
  ['new', 'changed', 'past'].includes(state);
