import { trimLink } from './calendar-links.ts';

/** The hosts of online meetings, those below them included, and the paths of their rooms. */
const rooms: { host: string; path: RegExp }[] = [
  { host: 'zoom.us', path: /^\/(?:j|w|s|my|wc)\/./ },
  { host: 'zoom.com', path: /^\/(?:j|w|s|my|wc)\/./ },
  { host: 'zoomgov.com', path: /^\/(?:j|w|s|my|wc)\/./ },
  { host: 'teams.microsoft.com', path: /^\/(?:l\/meetup-join|meet\/|dl\/launcher|_)/ },
  { host: 'teams.cloud.microsoft', path: /^\/(?:l\/meetup-join|meet\/|dl\/launcher|_)/ },
  { host: 'teams.live.com', path: /^\/meet\// },
  { host: 'meet.google.com', path: /^\/(?!landing|new$|about)./ },
  { host: 'hangouts.google.com', path: /^\/(?:call|hangouts|meet)\b/ },
  { host: 'webex.com', path: /\/(?:j\.php|e\.php|m\/|meet\/|join\/|wbxmjs\/|webappng\/|k2\/)/ },
  { host: 'meet.jit.si', path: /^\/./ },
  { host: '8x8.vc', path: /^\/./ },
  { host: 'whereby.com', path: /^\/(?!information|blog|pricing)./ },
  { host: 'gotomeeting.com', path: /\bjoin\// },
  { host: 'gotomeet.me', path: /^\/./ },
  { host: 'meet.goto.com', path: /^\/./ },
  { host: 'join.skype.com', path: /^\/./ },
  { host: 'meet.lync.com', path: /^\/./ },
  { host: 'bluejeans.com', path: /^\/\d/ },
  { host: 'facetime.apple.com', path: /^\/join/ },
  { host: 'chime.aws', path: /^\/\d/ },
  { host: 'v.ringcentral.com', path: /^\/join/ },
  { host: 'bbcollab.com', path: /^\/./ },
];
/** Groups run rooms of their own at such hosts: 'meet.village.example'. */
const ownRooms = /^(?:meet|jitsi|bbb|visio|videocall|videoconf)\d?\./;

/** Pages around a meeting: numbers to dial, options, help. */
const meetingPages = [
  /^https:\/\/aka\.ms\/jointeamsmeeting/i,
  /^https:\/\/dialin\.teams\.microsoft\.com\//i,
  /^https:\/\/teams\.microsoft\.com\/(?:meetingoptions|l\/)/i,
  /^https:\/\/www\.microsoft\.com\/(?:[a-z-]{2,8}\/)?microsoft-teams\//i,
  /^https:\/\/(?:[\w-]{1,16}\.)?zoom\.us\/(?:u\/|zoomconference|meeting\/(?!register))/i,
  /^https:\/\/tel\.meet\//i,
  /^https:\/\/[^/]{1,99}\/static\/dialInInfo\.html/i,
  /^https:\/\/(?:global\.gotomeeting|meet\.goto)\.com\/install\b/i,
  /^https:\/\/support\.google\.com\/(?:a\/users\/answer\/9282720|meet\b)/i,
  /^https:\/\/www\.google\.com\/calendar\/event\?/i,
  /^https:\/\/help\.webex\.com\b/i,
];

/** A map, and no meeting. */
const mapPattern =
  /^https:\/\/(?:maps\.|(?:www\.)?google\.[a-z.]{2,6}\/maps|goo\.gl\/maps|(?:www\.)?openstreetmap\.|osm\.|w3w\.co|what3words\.|(?:www\.)?bing\.com\/maps|(?:www\.)?streetmap\.|gridreferencefinder\.)/i;

/** Links, and addresses of meetings that lack their https://. */
const linkPattern =
  /(?:https?:\/\/|\b(?:us\d\dweb\.)?zoom\.us\/(?=j\/|my\/)|\bmeet\.google\.com\/|\bteams\.(?:microsoft|live)\.com\/|\bmeet\.jit\.si\/|\bwhereby\.com\/)[^\s<>"]+/gi;

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

export interface FoundLink extends Span {
  /** Begins with https:// where it is a meeting's. */
  address: string;
  isRoom: boolean;
  /** A page around a meeting. */
  isPage: boolean;
}

export function linksIn(text: string): FoundLink[] {
  return [...text.matchAll(linkPattern)].map(({ 0: found, index }) => {
    const link = trimLink(found);
    const secure = `https://${link.replace(/^https?:\/\//i, '')}`;
    const isOfRoom = isRoom(secure);
    const address = isOfRoom || !/^http/i.test(link) ? secure : link;
    const isPage = !isOfRoom && meetingPages.some((page) => page.test(secure));
    return { start: index, end: index + link.length, address, isRoom: isOfRoom, isPage };
  });
}

/** Tells whether an address is the room of an online meeting. */
export function isRoom(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || /^\/(?:(?:install|static)(?:\/|$)|$)/.test(url.pathname)) return false;
  const known = rooms.find(
    ({ host }) => url.hostname === host || url.hostname.endsWith(`.${host}`),
  );
  return known ? known.path.test(url.pathname) : ownRooms.test(url.hostname);
}

/**
 * Tells whether a link at an event's place may lead to a meeting. A map doesn't, nor does the front
 * page of a site beside a place.
 */
export const mayBeRoom = (address: string, isAlone: boolean): boolean =>
  /^https:/i.test(address) &&
  !mapPattern.test(address) &&
  URL.canParse(address) &&
  (isAlone || new URL(address).pathname !== '/');

/** Links to one meeting, with a passcode or without it. */
export function isSameMeeting(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return (
    a.hostname === b.hostname && a.pathname.replace(/\/$/, '') === b.pathname.replace(/\/$/, '')
  );
}
