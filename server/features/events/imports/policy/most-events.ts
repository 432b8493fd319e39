import { mostImported } from '#contract/events/imports.ts';
import { cleanText } from '#contract/platform/clean-text.ts';
import { pluralise } from '#contract/platform/counted.ts';
import type { Draft, ImportEntry, RefusedEvent } from '#platform/calendar/drafts.ts';
import { atLine } from './calendar-lines.ts';
import { draftsIn, isDraft } from './drafts.ts';
import { withoutPast } from './past-events.ts';

const most = mostImported.toLocaleString('en-GB');

/**
 * Reads a calendar with up to 1,000 events to come. What is over takes the places that are left,
 * and what isn't shown is said.
 * @throws CalendarError for a file that is no calendar, or has too many events to come
 */
export function entriesIn(calendar: string, now: Date): ImportEntry[] {
  const { text, leftOut, line } = withoutPast(calendar, now);
  const entries = draftsIn(text, now);
  const drafts = entries.filter(isDraft);
  const isOver = ({ endTime }: Draft) => new Date(endTime) <= now;
  const coming = drafts.filter((draft) => !isOver(draft) && !draft.isCancelled);
  const next = coming[mostImported];
  if (next)
    throw atLine(next.line, `this file has more events than we can take at once, ${most} to come`);
  const cancelled = drafts.filter((draft) => !isOver(draft) && draft.isCancelled);
  const unreadable = entries.filter((entry) => !isDraft(entry));
  const past = drafts.filter(isOver).toSorted(latestFirst);
  const kept = new Set([...coming, ...cancelled, ...unreadable, ...past].slice(0, mostImported));
  const left = (all: ImportEntry[]) => all.filter((entry) => !kept.has(entry));
  return [
    ...entries.filter((entry) => kept.has(entry)),
    ...leftOutEntry(left(cancelled), 'cancelled'),
    ...leftOutEntry(left(unreadable), 'can’t be read'),
    ...leftOutEntry(left(past), 'over', { count: leftOut, line }),
  ];
}

const latestFirst = (one: Draft, other: Draft) =>
  Date.parse(other.endTime) - Date.parse(one.endTime);

/** An entry that says how many events are left out. */
function leftOutEntry(
  left: ImportEntry[],
  why: 'over' | 'cancelled' | 'can’t be read',
  before = { count: 0, line: Infinity },
): RefusedEvent[] {
  const count = left.length + before.count;
  if (count === 0) return [];
  const isOne = count === 1;
  const verb = why === 'can’t be read' ? why : `${isOne ? 'is' : 'are'} ${why}`;
  const line = Math.min(left[0]?.line ?? Infinity, before.count > 0 ? before.line : Infinity);
  return [
    {
      uid: cleanText(`left-out: ${why}`),
      line,
      leftOut: count,
      title: cleanText(`${pluralise(count, 'event')} that ${verb}`),
      reason: cleanText(
        `${isOne ? 'It is' : 'They are'} left out: a preview has at most ${most} events, those to come first.`,
      ),
    },
  ];
}
