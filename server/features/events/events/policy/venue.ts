import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import { day } from '#contract/platform/durations.ts';
import { toSector } from '#contract/platform/postcodes.ts';
import type { AccessChanges } from '#contract/events/venue/access-facts.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { findPlace } from '#platform/geo/find-place.ts';
import type { Position } from '#platform/geo/plane.ts';
import { invalid, type Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from './event.ts';

/** Everybody signed in sees a venue, and visitors where its organisers made it public. */
export const canSeeVenue = (
  viewer: Pick<Viewer, 'id'> | null,
  { placePublic }: { placePublic: boolean },
): boolean => viewer !== null || placePublic;

/** How long before the start an event is near. */
const linkLead = day;

/**
 * Organisers and admins always see the link to take part online; those who go from the day before.
 */
export function canSeeOnlineUrl(
  viewer: Viewer | null,
  event: EventFacts,
  isGoing: boolean,
  now: Date,
): boolean {
  if (viewer?.role === 'admin' || createEventRefusal(event.membership) === null) return true;
  return isLinkOpen(event, isGoing, now);
}

interface LinkFacts {
  status: EventFacts['status'];
  startTime: Date;
  endTime: Date;
}

/** The link is open to attendees from 24 hours before the start until the end. */
export const isLinkOpen = (event: LinkFacts, isGoing: boolean, now: Date): boolean =>
  isGoing && isNearOrOn(event, now);

/** From 24 hours before the start of an event that takes place until its end. */
export const isNearOrOn = (event: LinkFacts, now: Date): boolean =>
  event.status === 'scheduled' &&
  event.startTime.getTime() - linkLead <= now.getTime() &&
  now < event.endTime;

/** An unknown postcode is most likely mistyped. */
export const postcodeRefusal = (postcode: string | null | undefined): Refusal | null =>
  postcode && !findPlace(postcode)
    ? invalid({ postcode: 'We can’t find that postcode. Check it, or leave it out.' })
    : null;

interface Venue {
  placePublic: boolean;
  postcode: CleanText | null;
  town: CleanText | null;
  onlineUrl: CleanText | null;
  inPersonToo: boolean;
}

/** A place that isn't public keeps the sector of its postcode alone. */
const storedPostcode = ({ placePublic, postcode }: Pick<Venue, 'placePublic' | 'postcode'>) =>
  placePublic ? postcode : postcode && cleanText(toSector(postcode));

/** Leaves out what nobody knows. */
const storedAccess = (before: AccessChanges, sent: AccessChanges): AccessChanges =>
  Object.fromEntries(
    Object.entries({ ...before, ...sent }).filter(([, known]) => known !== 'unknown'),
  );

interface NewVenue extends Omit<Venue, 'placePublic' | 'town'> {
  placePublic?: boolean | undefined;
  town?: CleanText | null | undefined;
  access: AccessChanges;
}

/**
 * Fills in the venue of a new event: the group's default for who sees it, and the group's town,
 * since the venue may not be public.
 */
export function newVenue<Form extends NewVenue>(
  form: Form,
  group: { location: CleanText | null; defaultPlacePublic: boolean },
) {
  const placePublic = form.placePublic ?? group.defaultPlacePublic;
  const venue = {
    ...form,
    placePublic,
    postcode: storedPostcode({ ...form, placePublic }),
    town: form.town || group.location || null,
    access: storedAccess({}, form.access),
  };
  return { ...venue, ...positionOf(venue) };
}

type SentVenue = { [Field in keyof Venue]?: Venue[Field] | undefined } & {
  access?: AccessChanges | undefined;
};

/** Settles an edit: closing a place cuts its postcode, and facts that are left out stay. */
export function venueChanges<Changes extends object>(
  before: Venue & { access: AccessChanges },
  changes: Changes & SentVenue,
): Changes & SentVenue {
  const { placePublic = before.placePublic, postcode = before.postcode, access } = changes;
  const kept = storedPostcode({ placePublic, postcode });
  return {
    ...changes,
    ...((changes.postcode !== undefined || kept !== before.postcode) && { postcode: kept }),
    ...(access && { access: storedAccess(before.access, access) }),
  };
}

/**
 * Where an event is, for searches by distance; an event that is only online is nowhere. A distance
 * would tell visitors where a closed venue is, so for them it is in the middle of its town.
 */
export function positionOf({ placePublic, postcode, town, onlineUrl, inPersonToo }: Venue) {
  const isLocal = onlineUrl === null || inPersonToo;
  const positionAt = (text: string | null) =>
    isLocal && text ? findPlace(text)?.position : undefined;
  const [byPostcode, byTown] = [positionAt(postcode), positionAt(town)];
  const shown = (placePublic ? byPostcode : undefined) ?? byTown;
  const venue = placePublic ? undefined : byPostcode;
  return {
    easting: shown?.x ?? null,
    northing: shown?.y ?? null,
    venueEasting: venue?.x ?? null,
    venueNorthing: venue?.y ?? null,
  };
}

interface Positions {
  placePublic: boolean;
  easting: number | null;
  northing: number | null;
  venueEasting: number | null;
  venueNorthing: number | null;
}

/** Where a viewer may know that an event is; undefined for nowhere. */
export function visiblePosition(
  viewer: Pick<Viewer, 'id'> | null,
  event: Positions,
): Position | undefined {
  const sees = canSeeVenue(viewer, event);
  const x = (sees ? event.venueEasting : null) ?? event.easting;
  const y = (sees ? event.venueNorthing : null) ?? event.northing;
  return x === null || y === null ? undefined : { x, y };
}
