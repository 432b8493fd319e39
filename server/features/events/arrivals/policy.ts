import type { z } from 'zod';
import type { Arrival, saveArrivals } from '#contract/events/arrivals.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';
import { maxHere } from '#contract/events/door/rules.ts';
import { doorDaysAfter, doorHours, maxDoorLinks } from '#contract/platform/limits.ts';
import { organisersOnlyRefusal } from '#features/events/attendance/policy/attendees.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import type { DoorLinkFacts } from '#platform/http/context.ts';
import { doorLinkEnded, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/** An organiser or admin by their session, or a helper by their link. */
export type Doorkeeper =
  | { viewer: Viewer; link?: undefined }
  | { link: DoorLinkFacts; viewer?: undefined };

/** Organisers and admins of an event see who came to it. */
export const attendanceRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  organisersOnlyRefusal(viewer, event, 'see who came');

/** Organisers, admins and the helpers of this event work at its door. */
export const doorRefusal = ({ viewer, link }: Doorkeeper, event: EventFacts): Refusal | null =>
  viewer ? attendanceRefusal(viewer, event) : link.eventId === event.id ? null : doorLinkEnded();

export const recordingRefusal = (recordsAttendance: boolean): Refusal | null =>
  recordsAttendance
    ? null
    : new Refusal('conflict', 'This group doesn’t record who comes to its events');

type Times = Pick<EventFacts, 'startTime' | 'endTime' | 'status'>;

/** Arrivals are taken from 12 hours before the start until 7 days after the end. */
export function closedDoorRefusal({ status, ...event }: Times, now: Date): Refusal | null {
  if (status === 'cancelled') return new Refusal('conflict', 'This event has been cancelled');
  if (now.getTime() < event.startTime.getTime() - doorHours * hour)
    return new Refusal('conflict', `The door opens ${doorHours} hours before the start`);
  if (now.getTime() > event.endTime.getTime() + doorDaysAfter * day)
    return new Refusal('conflict', `The door closed ${doorDaysAfter} days after the event`);
  return null;
}

/** A helper's link ends 12 hours after the event does. */
export const linkEnds = ({ endTime }: Pick<Times, 'endTime'>): Date =>
  new Date(endTime.getTime() + doorHours * hour);

export function makeLinkRefusal(event: Times, links: number, now: Date): Refusal | null {
  if (event.status === 'cancelled') return closedDoorRefusal(event, now);
  if (linkEnds(event) <= now) return new Refusal('conflict', 'This event has already ended');
  return links < maxDoorLinks
    ? null
    : new Refusal('conflict', `An event can have ${maxDoorLinks} links. Please end one first.`);
}

/** How many of a party are here, when and on which phone it was said, and by whom. */
export interface ArrivalRecord {
  here: number;
  at: Date;
  device: string;
  byId: string | null;
  helper: CleanText | null;
}

/** The latest arrival counts, of two at once the one of the greater device, and then the first. */
const isLaterRecord = (word: ArrivalRecord, standing: ArrivalRecord): boolean => {
  const later = word.at.getTime() - standing.at.getTime();
  return later > 0 || (later === 0 && word.device > standing.device);
};

const isSame = (one: ArrivalRecord, other: ArrivalRecord): boolean =>
  one.here === other.here && one.device === other.device && +one.at === +other.at;

type StoredWalkIn = Extract<z.output<typeof Arrival>, { walkIn: object }>['walkIn'];

/** A party at the door, with its latest arrival. */
export interface Party {
  id: string;
  /** Null for one that walked in. */
  rsvpId: number | null;
  walkIn: { id: string; name: CleanText | null } | null;
  people: number;
  word: ArrivalRecord | null;
}

type Source = Pick<ArrivalRecord, 'device' | 'byId' | 'helper'>;

/** An arrival as it was sent, undefined if it is none. */
export interface SentArrival {
  id: string;
  arrival: z.output<typeof Arrival> | undefined;
}

type ArrivalResult = AnswerOf<typeof saveArrivals>['results'][number];

/**
 * Applies arrivals to the parties of an event, in the order sent.
 * @param parties by id; those that walk in are added
 * @returns the arrivals that count afterwards, and the parties that changed
 */
export function applyArrivals(
  parties: Map<string, Party>,
  sent: readonly SentArrival[],
  source: Source,
  now: Date,
): { results: ArrivalResult[]; changed: Party[] } {
  const changed = new Set<Party>();
  const words = sent.map(({ id, arrival }) => {
    if (!arrival) return { id, error: 'invalid' as const };
    const walkIn = 'walkIn' in arrival && arrival.walkIn ? arrival.walkIn : null;
    const party = parties.get(id) ?? (walkIn && newParty(id, walkIn));
    if (!party) return { id, error: 'not_found' as const };
    if (arrival.here > maxHere(walkIn?.people ?? party.people))
      return { id, error: 'invalid' as const };
    const word = { here: arrival.here, at: clampedAt(arrival.at, now), ...source };
    if (!party.word || isLaterRecord(word, party.word)) {
      party.word = word;
      if (walkIn) Object.assign(party, { walkIn, people: walkIn.people });
      parties.set(id, party);
      changed.add(party);
    }
    return { id, word, party };
  });
  return { results: words.map(toResult), changed: [...changed] };
}

const newParty = (id: string, walkIn: StoredWalkIn): Party => ({
  id,
  rsvpId: null,
  walkIn,
  people: walkIn.people,
  word: null,
});

/** A phone whose clock is more than ten minutes ahead says it now. */
const clampedAt = (at: string, now: Date): Date => {
  const sentAt = new Date(at);
  return sentAt.getTime() > now.getTime() + 10 * minute ? now : sentAt;
};

type AppliedArrival =
  | { id: string; word: ArrivalRecord; party: Party }
  | Extract<ArrivalResult, { error: string }>;

function toResult(applied: AppliedArrival): ArrivalResult {
  if ('error' in applied) return applied;
  const { id, word, party } = applied;
  const standing = party.word ?? word;
  return {
    id,
    here: standing.here,
    at: standing.at.toISOString(),
    ...(!isSame(word, standing) && { stale: true }),
  };
}
