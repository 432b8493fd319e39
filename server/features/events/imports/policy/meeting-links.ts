import { trimLink } from './calendar-links.ts';

/** Anything but the front page of a host. */
const anyRoom = /^\/[^?#]/;
const teamsRoom = /^\/(?:l\/meetup-join|meet\/|dl\/launcher|light-meetings\/|v2\/.*meetup-join|_)/;
const zoomRoom = /^\/(?:j|w|s|my|wc)\/./;

/** The hosts of online meetings, those below them included, and the paths of their rooms. */
const rooms: { host: string; path: RegExp }[] = [
  { host: 'zoom.us', path: zoomRoom },
  { host: 'zoom.com', path: zoomRoom },
  { host: 'zoomgov.com', path: zoomRoom },
  { host: 'teams.microsoft.com', path: teamsRoom },
  { host: 'teams.microsoft.us', path: teamsRoom },
  { host: 'teams.cloud.microsoft', path: teamsRoom },
  { host: 'teams.live.com', path: /^\/meet\// },
  { host: 'meet.google.com', path: /^\/(?!landing|new\b|about)[^?#]/ },
  { host: 'g.co', path: /^\/meet\// },
  { host: 'hangouts.google.com', path: /^\/(?:call|hangouts|meet)\b/ },
  { host: 'webex.com', path: /\/(?:j\.php|e\.php|m\/|meet\/|join\/|wbxmjs\/|webappng\/|k2\/)/ },
  { host: 'meet.jit.si', path: anyRoom },
  { host: '8x8.vc', path: anyRoom },
  { host: 'whereby.com', path: /^\/(?!information|blog|pricing)[^?#]/ },
  { host: 'gotomeeting.com', path: /\bjoin\/|^\/\?meetingid=/i },
  { host: 'gotowebinar.com', path: /\bjoin\// },
  { host: 'gotomeet.me', path: anyRoom },
  { host: 'meet.goto.com', path: anyRoom },
  { host: 'join.skype.com', path: anyRoom },
  { host: 'meet.lync.com', path: anyRoom },
  { host: 'bluejeans.com', path: /^\/\d/ },
  { host: 'facetime.apple.com', path: /^\/join/ },
  { host: 'signal.link', path: /^\/call\b/ },
  { host: 'call.whatsapp.com', path: anyRoom },
  { host: 'call.element.io', path: anyRoom },
  { host: 'chime.aws', path: /^\/\d/ },
  { host: 'v.ringcentral.com', path: /^\/join/ },
  { host: 'meetings.ringcentral.com', path: /^\/j\// },
  { host: 'bbcollab.com', path: anyRoom },
];
/** Groups run rooms of their own at such hosts: 'meet.village.example'. */
const ownRooms = /^(?:meet|jitsi|bbb|visio|videocall|videoconf)\d?\./;
/** The rooms of Nextcloud Talk and of BigBlueButton, at any host. */
const ownPaths =
  /^\/(?:(?:index\.php\/)?call\/[a-z0-9]{8}$|b\/\w{3}-\w{3}-|rooms\/\w{3}-\w{3}-\w{3}-\w{3}\/join)/;

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

/** Links, those that open a program included, and addresses of meetings that lack https://. */
const linkPattern =
  /(?:https?:\/\/|msteams:\/|(?:zoommtg|zoomus|org\.jitsi\.meet):\/\/|\b(?:us\d\dweb\.)?zoom\.us\/(?=j\/|my\/)|\bmeet\.google\.com\/|\bteams\.(?:microsoft|live)\.com\/|\bmeet\.jit\.si\/|\bwhereby\.com\/)[^\s<>"]+/gi;

/** Writes a link as one of the web: a meeting that opens a program also has a page. */
function webAddress(link: string): string {
  const address = link
    .replace(/^msteams:\/+(?:teams\.microsoft\.com\/)?/i, 'https://teams.microsoft.com/')
    .replace(/^(?!https:\/\/)(?:[a-z.]+:\/\/)?/i, 'https://');
  const url = /[?&]confno=\d/.test(address) ? URL.parse(address) : null;
  if (!url) return address;
  const passcode = url.searchParams.get('pwd');
  const room = `https://${url.host}/j/${url.searchParams.get('confno')}`;
  return passcode ? `${room}?pwd=${passcode}` : room;
}

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

/** @param known addresses of the event's own meeting, wherever they lead */
export function linksIn(text: string, known: readonly string[] = []): FoundLink[] {
  return [...text.matchAll(linkPattern)].map(({ 0: found, index }) => {
    const link = trimLink(found);
    const secure = webAddress(link);
    const isOfRoom = isRoom(secure) || known.some((each) => isSameMeeting(each, secure));
    const address = isOfRoom || !/^http/i.test(link) ? secure : link;
    const isPage = !isOfRoom && meetingPages.some((page) => page.test(secure));
    return { start: index, end: index + link.length, address, isRoom: isOfRoom, isPage };
  });
}

/** Tells whether an address is the room of an online meeting. */
export function isRoom(address: string): boolean {
  const url = URL.parse(address);
  if (!url || /^\/(?:install|static)(?:\/|$)/.test(url.pathname)) return false;
  const path = `${url.pathname}${url.search}${url.hash}`;
  const known = rooms.find(
    ({ host }) => url.hostname === host || url.hostname.endsWith(`.${host}`),
  );
  if (known) return known.path.test(path);
  return ownPaths.test(url.pathname) || (ownRooms.test(url.hostname) && anyRoom.test(path));
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
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a?.hostname === b?.hostname && pathOf(a) === pathOf(b);
}

/** Their rooms are named behind the path: '/?meetingId=812', '/call/#key=abc', 'j.php?MTID=m1'. */
const namedBehind = /^\/(?:call\/?|join|[^?]{0,64}j\.php)?$/;

function pathOf(url: URL | null): string {
  const { pathname = '', search = '', hash = '' } = url ?? {};
  return namedBehind.test(pathname) ? `${pathname}${search}${hash}` : pathname.replace(/\/$/, '');
}
