import { cancelledThere } from '#contract/events/calendar-text.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ImportedEvent } from '#contract/events/imports.ts';
import { EventForm } from '#contract/events/events.ts';
import type { Draft, ImportEntry, Repeats } from '#platform/calendar/drafts.ts';
import { isDraft } from './drafts.ts';
import { venueOf } from './imported-venue.ts';
import { daysHere, lastDay } from './series-days.ts';

/** An event that an earlier import has made. */
export interface Known {
  /** As its calendar had it. */
  draft: Draft;
  /** Its last date is over, or it is cancelled here. */
  isOver: boolean;
  /** Its last date is over, cancelled or not. */
  isPast: boolean;
}

/** A part of an event that a later version of its calendar has changed. */
export type ChangedPart = keyof typeof partWords;

const partWords = {
  title: 'another title',
  description: 'another description',
  place: 'another place',
  time: 'another time',
  dates: 'other dates',
  cancelled: 'it is cancelled',
};

const { location: placeRule, description: descriptionRule } = EventForm.shape;
const isPlace = (location: string) => placeRule.safeParse(location).success;
const isDescription = (description: string) => descriptionRule.safeParse(description).success;

/** Lists what differs between an event as it was published and as its calendar has it now. */
export function changedParts(earlier: Draft, later: Draft): ChangedPart[] {
  const differs = {
    title: earlier.title !== later.title,
    description: earlier.description !== later.description && isDescription(later.description),
    place:
      (earlier.location !== later.location || earlier.onlineUrl !== later.onlineUrl) &&
      isPlace(later.location),
    time: hasOtherTimes(earlier, later),
    dates:
      earlier.source.rule !== later.source.rule ||
      !isDeepStrictEqual(earlier.source.excluded, later.source.excluded) ||
      hasOtherDays(earlier, later),
    cancelled: !earlier.isCancelled && later.isCancelled,
  };
  return (Object.keys(partWords) as ChangedPart[]).filter((part) => differs[part]);
}

function hasOtherTimes(earlier: Draft, later: Draft): boolean {
  const isSeries = earlier.repeats ?? later.repeats;
  const [one, two] = isSeries ? [earlier.source, later.source] : [earlier, later];
  return one.startTime !== two.startTime || one.endTime !== two.endTime;
}

/** Compares the days that both versions can have: dates that are over make way for later ones. */
function hasOtherDays(earlier: Draft, later: Draft): boolean {
  if (!earlier.repeats || !later.repeats) return Boolean(earlier.repeats ?? later.repeats);
  const [days, others] = [daysHere(earlier), daysHere(later)];
  const first = others[0] ?? '';
  const last = [lastDay(earlier), lastDay(later)].toSorted()[0] ?? '';
  const isShared = (day: string) => day >= first && day <= last;
  const movedIn = ({ moved }: Repeats) => moved.filter(({ day }) => isShared(day));
  return (
    !isDeepStrictEqual(days.filter(isShared), others.filter(isShared)) ||
    !isDeepStrictEqual(movedIn(earlier.repeats), movedIn(later.repeats))
  );
}

/** Takes what organisers have added in place of what the calendar lacks. */
export const withCompletion = (draft: Draft): Draft => ({
  ...draft,
  location: draft.completion.location ?? draft.location,
  description: draft.completion.description ?? draft.description,
});

/** Tells what an event still needs, as a sentence; undefined if nothing. */
export function lackOf(draft: Draft): string | undefined {
  const { location, description } = withCompletion(draft);
  const lacks = [
    ...(isPlace(location) ? [] : ['a place']),
    ...(isDescription(description) ? [] : ['a description of at least 20 characters']),
  ];
  return lacks.length > 0 ? `It needs ${lacks.join(' and ')}.` : undefined;
}

type Verdict = Pick<ImportedEvent, 'state' | 'reason'>;

const sentences = (...all: (string | undefined)[]) => all.filter(Boolean).join(' ') || undefined;

/** Tells what publishing an event of a calendar would do. */
export function verdictOn(entry: ImportEntry, known: Known | undefined, now: Date): Verdict {
  if (!isDraft(entry)) return { state: 'refused', reason: entry.reason };
  if (known && !comesAgain(entry, known, now)) return verdictOnKnown(entry, known);
  if (entry.isCancelled) return { state: 'refused', reason: entry.reason ?? cancelledThere };
  const { doubt } = entry;
  if (new Date(entry.endTime) <= now) return { state: 'past', ...(doubt && { reason: doubt }) };
  const lack = lackOf(entry);
  if (lack) return { state: 'incomplete', reason: sentences(lack, entry.reason, doubt) };
  const reason = sentences(entry.reason, doubt);
  return { state: 'new', ...(reason && { reason }) };
}

/** An event that is over may have been moved, or its series goes on: then it is made anew. */
export const comesAgain = (entry: Draft, { isPast }: Known, now: Date): boolean =>
  isPast && !entry.isCancelled && new Date(entry.endTime) > now;

/**
 * Tells whether organisers have something to decide about an event of a followed calendar, or to do
 * themselves.
 */
export function isNews(entry: ImportEntry, known: Known | undefined, now: Date): boolean {
  const { state } = verdictOn(entry, known, now);
  const isLost = isDraft(entry) ? known !== undefined : entry.leftOut === undefined;
  return ['new', 'changed', 'incomplete'].includes(state) || (state === 'refused' && isLost);
}

function verdictOnKnown(entry: Draft, { draft, isOver, isPast }: Known): Verdict {
  if (isOver && !isPast && draft.isCancelled && !entry.isCancelled) {
    return { state: 'refused', reason: 'It takes place again. Please put it back, or copy it.' };
  }
  const parts = isOver ? [] : changedParts(draft, entry);
  if (parts.length === 0) return { state: 'same' };
  if (parts.includes('cancelled')) return { state: 'changed', reason: 'It is cancelled there.' };
  if (Boolean(draft.repeats) !== Boolean(entry.repeats)) {
    return { state: 'refused', reason: 'It repeats differently now. Please change it here.' };
  }
  const changes = `It has ${parts.map((part) => partWords[part]).join(', ')}.`;
  return { state: 'changed', reason: sentences(changes, entry.doubt) };
}

/** Writes an event of a calendar for organisers. */
export function toImportedEvent(
  entry: ImportEntry,
  known: Known | undefined,
  groupCategory: number,
  now: Date,
): ImportedEvent {
  const { uid, line } = entry;
  const verdict = verdictOn(entry, known, now);
  if (!isDraft(entry)) {
    const { title, leftOut } = entry;
    const facts = { ...noFacts, uid, line, title, categoryId: groupCategory, ...verdict };
    return leftOut === undefined ? facts : { ...facts, leftOut };
  }
  const completed = withCompletion(entry);
  const { description, location, onlineUrl, startTime, endTime, completion } = completed;
  // A message that cancels an event need not say its title.
  const { title } = known && entry.isCancelled ? known.draft : entry;
  const { unknownPostcode, town, ...venue } = venueOf(completed);
  const { doubt, repeats, warnings } = entry;
  const isToChoose = verdict.state === 'new' || verdict.state === 'changed';
  return {
    uid,
    line,
    title,
    description,
    location,
    startTime,
    endTime,
    town: completion.town === undefined ? town : completion.town,
    onlineUrl,
    ...venue,
    categoryId: completion.categoryId ?? groupCategory,
    ...(repeats && { rrule: repeats.rrule, dates: repeats.dates }),
    warnings: unknownPostcode
      ? [...warnings, `We don’t know the postcode ${unknownPostcode}. Please check it.`]
      : warnings,
    ...verdict,
    preselected: isToChoose && (!doubt || isCancellation(entry, known)),
  };
}

const noFacts = {
  description: '',
  location: '',
  startTime: null,
  endTime: null,
  town: null,
  postcode: null,
  onlineUrl: null,
  inPersonToo: false,
  warnings: [],
  preselected: false,
};

/** Tells whether a doubt about what would be published doesn't matter. */
const isCancellation = (entry: Draft, known: Known | undefined): boolean =>
  known !== undefined && entry.isCancelled;
