import { EventForm } from '#contract/events/events.ts';
import type { Line, Properties } from './calendar-lines.ts';
import { meetupEvent, plainLine, textOf, textProperty } from './calendar-text.ts';
import { isOnlineOnly } from './imported-venue.ts';
import { isRoom, isSameMeeting, linksIn, mayBeRoom } from './meeting-links.ts';
import { codesIn, nameOfMeeting, takeOutMeeting, without } from './meeting-text.ts';

/** The texts of an event without what only those who go may see. */
interface PublicTexts {
  title: string;
  description: string;
  location: string;
  onlineUrl: string | null;
  warnings: string[];
}

interface Found {
  links: string[];
  details: string[];
  warnings: string[];
}

/** Stands in a sentence in place of a meeting's link. */
const instead = '(link for those who are going)';

/**
 * Moves the link of an online meeting from an event's place, properties and texts to the link to
 * take part, and takes ids and passcodes out of what everybody reads.
 */
export function meetingOf(properties: Properties, title: string, description: string): PublicTexts {
  const place = meetingAt(plainLine(textOf(properties.first('LOCATION')), ', '));
  const own = meetingIn(properties);
  const known = [...place.links, ...own.links];
  const text = takeOutMeeting(description, { known, instead });
  const name = takeOutMeeting(title, { known, instead: '' });
  const details = [place, own, text, name].flatMap((found) => found.details);
  const links = [place, own, text, name].flatMap((found) => found.links);
  const isZoom = /\bzoom\b/i.test([title, place.rest, description, ...details].join(' '));
  const made = links.length === 0 && isZoom ? zoomRoomOf(details) : [];
  const { onlineUrl, others } = chooseLink([...links, ...made]);
  const location = placeBeside(onlineUrl, place.rest);
  return {
    title: name.rest || (title && 'Online event'),
    description: text.rest,
    location,
    onlineUrl,
    warnings: [
      ...place.warnings,
      ...(onlineUrl && !isOnlineOnly(location) ? [bothWays] : []),
      ...(text.links.length + name.links.length > 0 ? [movedLink] : []),
      ...(made.length > 0 ? [madeLink] : []),
      ...(details.length > 0 ? [`${takenOut} ${[...new Set(details)].join(' · ')}`] : []),
      ...others.map((link) => `It has another link, which was left out: ${link}`),
      ...pagesIn(properties, description).map(
        (link) => `It also has this link, which was left out: ${link}`,
      ),
      ...properties.all('COMMENT').map(commentText).filter(Boolean),
    ],
  };
}

const bothWays = 'It has a place and a link, so people can come or take part online.';
const movedLink = 'The link in its text is now only for those who are going.';
const madeLink = 'Its link to take part online is made from its Zoom meeting ID. Please check it.';
const takenOut =
  'We left out these joining details, because everybody reads the page. Please send them in a message:';
const unsureLink =
  'The link at its place is now its link to take part online. Please check that it is one.';

/** Finds the meeting that a place names; the place keeps the rest. */
function meetingAt(place: string): Found & { rest: string } {
  const all = linksIn(place);
  const isAlone = all[0]?.end === place.length && all[0].start === 0;
  const links = all.filter((link) => link.isRoom || mayBeRoom(link.address, isAlone));
  if (links.length === 0 && !nameOfMeeting.test(place)) {
    return { rest: place, links: [], details: [], warnings: [] };
  }
  const codes = codesIn(place);
  const rest = withoutEnds(without(place, [...links, ...codes]));
  const isUnsure =
    rest !== '' && !isOnlineOnly(rest) && links.every(({ isRoom: isSure }) => !isSure);
  return {
    rest,
    links: links.map(({ address }) => address),
    details: codes.map(({ start, end }) => place.slice(start, end)),
    warnings: isUnsure && links.length > 0 ? [unsureLink] : [],
  };
}

/** Takes away the signs and words that led to a link: 'The Boathouse or on'. */
const withoutEnds = (place: string): string =>
  place
    .replace(/^[\s;,.|/:–—-]+/, '')
    .replace(/[\s;,.|/:–—-]{1,16}$/, '')
    .replace(/[\s;,.|/:–—-]{1,16}(?:and|or|via|on|at|by|plus|with|&|\+)$/i, '')
    .replace(/[\s;,.|/:–—-]{1,16}(?:and|or|&|\+)$/i, '');

/** Finds the meeting of properties: CONFERENCE (RFC 7986), those of programs, and a URL. */
function meetingIn({ all, lines }: Properties): Found {
  const conferences = all('CONFERENCE').map(textProperty);
  const isForAll = ({ parameters }: Conference) => !/\bMODERATOR\b/.test(parameters);
  const isVideo = ({ parameters }: Conference) => /\bVIDEO\b/.test(parameters);
  const usable = conferences.filter((each) => isForAll(each) && /^https?:/i.test(each.text.trim()));
  const ordered = [...usable.filter(isVideo), ...usable.filter((each) => !isVideo(each))];
  return {
    links: [...ordered.flatMap(({ text }) => addressesIn(text)), ...lines.flatMap(linksOfProgram)],
    details: conferences.filter((each) => !usable.includes(each)).map(({ text }) => text.trim()),
    warnings: [],
  };
}

type Conference = ReturnType<typeof textProperty>;

const addressesIn = (text: string): string[] => linksIn(text).map(({ address }) => address);

/** Their links are read elsewhere, or are files. */
const otherLines =
  /^(?:CONFERENCE|DESCRIPTION|LOCATION|STYLED-DESCRIPTION|SUMMARY|X-ALT-DESC)\b|^[^:]*;ENCODING=B/i;

/** A link beyond isn't looked for: a line may have megabytes. */
const longestLine = 20_000;

function linksOfProgram({ name, text: line, number }: Line): string[] {
  if (otherLines.test(line)) return [];
  const text = textOf({ name, number, text: line.slice(0, longestLine) }).trim();
  const isOfMeeting = /CONFERENCE|MEETING|TEAMS|ZOOM/.test(name) && /^https:\/\/\S+$/i.test(text);
  return isOfMeeting ? addressesIn(text) : addressesIn(text).filter(isRoom);
}

/** Lists the links of an event's page and its files that nobody reads elsewhere; pictures aside. */
function pagesIn({ all }: Properties, description: string): string[] {
  const isFile = ({ text }: Line) => !/^[^:]*;(?:FMTTYPE=image\/|ENCODING=B)/i.test(text);
  const links = [...all('URL'), ...all('ATTACH').filter(isFile)]
    .flatMap((line) => linksIn(textOf(line)))
    .filter((link) => !link.isRoom && !meetupEvent.test(link.address))
    .map(({ address }) => address)
    .filter((address) => !description.includes(address.replace(/\/$/, '')));
  return [...new Set(links)];
}

const longestComment = 300;

function commentText(line: Line): string {
  const comment = plainLine(textOf({ ...line, text: line.text.slice(0, 3 * longestComment) }), ' ');
  return comment && `It has a comment, which was left out: ${comment.slice(0, longestComment)}`;
}

/** How Jitsi starts for people who have dialled in. */
const withoutSound = /#config\.startSilent.*/;

/** Chooses the first link; of links to the same meeting, the one that has a passcode. */
function chooseLink(links: readonly string[]): { onlineUrl: string | null; others: string[] } {
  const first = links.find((link) => EventForm.shape.onlineUrl.safeParse(link).success);
  if (first === undefined) return { onlineUrl: null, others: [...links] };
  const same = links.filter((link) => isSameMeeting(link, first));
  const lengthOf = (link: string) => link.replace(withoutSound, '').length;
  const onlineUrl = same.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0] ?? first;
  return { onlineUrl, others: [...new Set(links.filter((link) => !same.includes(link)))] };
}

/** Zoom's rooms have the meeting's ID for an address. */
function zoomRoomOf(details: readonly string[]): string[] {
  const [id] = details.flatMap(
    (detail) => /(?:id|zoom)\W{0,9}(\d[\d -]{7,14}\d)/i.exec(detail)?.[1] ?? [],
  );
  return id === undefined ? [] : [`https://zoom.us/j/${id.replaceAll(/\D/g, '')}`];
}

/** Names a place beside a link; 'Online' where there is none. */
function placeBeside(onlineUrl: string | null, place: string): string {
  if (onlineUrl === null) return place;
  const parts = place.split(/ ?[;|] ?/);
  const real = parts.filter((part) => !isOnlineOnly(part)).join(', ');
  const named = real || place || 'Online';
  return named.length < 5 ? `Online: ${named}` : named;
}
