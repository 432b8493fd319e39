import { cleanText, type CleanText } from '#contract/platform/clean-text.ts';
import { parsePostcode } from '#contract/platform/postcodes.ts';
import { findPlace, townOfPostcode } from '#platform/geo/find-place.ts';

/** Words that name an online place. */
const onlineWords = new Set(
  'facetime gotomeeting hangout hangouts internet jitsi livestream online remote remotely skype stream streamed tba tbc teams videocall virtual virtually web webex webinar whereby youtube zoom'.split(
    ' ',
  ),
);
/** Words that may stand beside those. */
const otherWords = new Set(
  'a about and at be below by call conference description details event for from google here home in invitation is it join link live location meet meeting microsoft ms on only or our platform please provided room see sent the this to us using via video will with you your'.split(
    ' ',
  ),
);

/** Tells whether a place is online alone: 'Remote', 'Zoom (link below)', 'Microsoft Teams Meeting'. */
export function isOnlineOnly(place: string): boolean {
  const words = place.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isVideo = /\bgoogle meet\b|\bvideo (?:call|conference)\b/i.test(place);
  return (
    (isVideo || words.some((word) => onlineWords.has(word))) &&
    words.every((word) => onlineWords.has(word) || otherWords.has(word))
  );
}

const countries =
  /[\s,.;]{0,9}\b(?:uk|u\.k\.|gb|united kingdom|great britain|england|scotland|wales|northern ireland|cymru)[\s.)]{0,9}$/i;

/** Finds the whole postcode at the end of a place, before its country, a county or a remark. */
const postcodeAtEnd = (place: string) =>
  lastPostcode(place) ?? lastPostcode(place.slice(0, lastPartAt(place)));

/** Where a place goes on with ', Somerset', '(car park behind)' or '///filled.count.soap'. */
const lastPartAt = (place: string): number =>
  Math.max(0, ...[',', '(', '///'].map((sign) => place.lastIndexOf(sign)));

function lastPostcode(place: string): { postcode: string; before: string } | undefined {
  const text = place
    .replace(countries, '')
    .replace(countries, '')
    .replace(/[\s.,;)\]]{1,9}$/, '');
  for (const pattern of [/[^\s,;(:]{2,5}[\s-]{1,3}[^\s,;(:]{3}$/, /[^\s,;(:]{5,8}$/]) {
    const found = pattern.exec(text);
    const postcode = found && parsePostcode(found[0])?.whole;
    if (postcode) return { postcode, before: text.slice(0, found.index) };
  }
  return undefined;
}

interface Place {
  location: CleanText;
  onlineUrl: CleanText | null;
}

/** Facts that follow from the place of an event of a calendar. */
export interface Venue {
  /** An event with a link that also has a place to go to. */
  inPersonToo: boolean;
  postcode: CleanText | null;
  /** The town of the postcode. */
  town: CleanText | null;
  /** A postcode that we don't know. */
  unknownPostcode?: string;
}

/** Finds the postcode and the town of an event's place, and whether people also meet in person. */
export function venueOf({ location, onlineUrl }: Place): Venue {
  const nowhere = { inPersonToo: false, postcode: null, town: null };
  if (onlineUrl !== null && isOnlineOnly(location)) return nowhere;
  const inPersonToo = onlineUrl !== null;
  const { postcode, before } = postcodeAtEnd(location) ?? {};
  if (postcode === undefined) return { ...nowhere, inPersonToo };
  if (!findPlace(postcode)) return { ...nowhere, inPersonToo, unknownPostcode: postcode };
  const town = townOfPostcode(postcode, before ?? '');
  return { inPersonToo, postcode: cleanText(postcode), town: town ? cleanText(town) : null };
}
