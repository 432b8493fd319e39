import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { drawableText, fitsLine, fitTitle, titleLeading } from './text.ts';

export const pictureSize = { width: 1200, height: 630 };

/** The drawings of which a picture is composed, as SVG. */
export interface Drawings {
  /** The file of the cover. */
  cover: string;
  /** The file of the bunting across the top. */
  bunting: string;
  mark: string;
}

/** One piece of layout: satori's element, as JSX would make it. */
export interface Box {
  type: 'div';
  key: null;
  props: { style: Style; children: (Box | string)[] };
}
type Style = Record<string, string | number>;

/** The content of a picture. Equal content gives equal pictures. */
export interface Picture {
  /** SVG behind the text. */
  ground: string;
  words: Box;
  /** SVG in front of the text. */
  front: string;
}

/** The text of a picture. */
interface Notice {
  kicker: string;
  title: string;
  details: string[];
  tile?: Tile | undefined;
  /** The organiser's name, at the foot; the site's own picture has the logo at the top instead. */
  signature?: string;
}

interface Tile {
  band: string;
  big: string;
  small: string;
}

const pictureColours = {
  paper: '#fbf5e9',
  ink: '#14231b',
  muted: '#52615a',
  accent: '#f4a91c',
  accentInk: '#84500a',
  onAccent: '#2a1a02',
  leaf: '#fdeecb',
  primary: '#0e4f39',
  danger: '#b0301f',
};

const marginPx = 64;
/** Where the paper behind the text ends and the cover begins. */
const gapPx = 700;
const columnPx = gapPx - 2 * marginPx + 20;
const tileSize = { width: 176, height: 206, top: 392 };
/** The room of a line beside the tile. */
const besideTilePx = gapPx - tileSize.width / 2 - marginPx - 28;
const [whenPx, placePx] = [34, 31];
/** The lowest point that a title may reach. */
const titleEnd = 392;

export function eventPicture(event: Event, siteName: string, drawings: Drawings): Picture {
  const day = dayOf(event.startTime);
  const group = drawableText(event.group.name) ?? event.category.name;
  const title = drawableText(event.title);
  const when = formatMoment(event.startTime);
  return compose(drawings, {
    kicker: title ? group : event.category.name,
    title: title ?? group,
    details: [event.status === 'cancelled' ? `Cancelled: ${when}` : when, fittingPlace(event)],
    tile: day && event.status !== 'cancelled' ? leafOf(day) : undefined,
    signature: siteName,
  });
}

/** Names the venue where everybody sees it: without its street, if there is no room for that. */
function fittingPlace({ placePublic, location, town }: Event): string {
  const whole = (placePublic && drawableText(location ?? '')) || drawableText(town ?? '') || '';
  const [venue = '', ...rest] = whole.split(', ');
  const last = drawableText(town ?? '') ?? rest.at(-1);
  const shorter = last && rest.length > 0 ? [`${venue}, ${last}`, last] : [];
  return [whole, ...shorter].find((text) => fitsLine(text, besideTilePx / placePx)) ?? whole;
}

const leafOf = ({
  weekday,
  day,
  month,
}: {
  weekday: string;
  day: string;
  month: string;
}): Tile => ({
  band: weekday,
  big: day,
  small: month,
});

const compactNumber = new Intl.NumberFormat('en-GB', { notation: 'compact' });

export function groupPicture(group: Group, siteName: string, drawings: Drawings): Picture {
  const { memberCount } = group;
  return compose(drawings, {
    kicker: group.category.name,
    title: drawableText(group.name) ?? `A group on ${siteName}`,
    details: [drawableText(group.location ?? '') ?? ''],
    tile: {
      band: 'Group',
      big: compactNumber.format(memberCount),
      small: memberCount === 1 ? 'member' : 'members',
    },
    signature: siteName,
  });
}

export function sitePicture(siteName: string, drawings: Drawings): Picture {
  return compose(drawings, {
    kicker: '',
    title: drawableText(siteName) ?? 'Community events',
    details: ['Find and create community events', 'Free for communities across the UK'],
  });
}

function compose({ cover, bunting, mark }: Drawings, notice: Notice): Picture {
  const { width, height } = pictureSize;
  return {
    ground:
      `<rect width="${width}" height="${height}" fill="${pictureColours.paper}"/>` +
      embedImage(cover, { x: gapPx, width: width - gapPx, height }) +
      embedImage(bunting, { x: 0, width, height }),
    words: wordsBox(notice),
    front: notice.signature
      ? placeMark(mark, { top: 534, scale: 1.4 })
      : placeMark(mark, { top: 122, scale: 4 }),
  };
}

/** Embeds the file of a drawing, whatever a drawing program wrote around its shapes. */
function embedImage(
  file: string,
  { x, width, height }: { x: number; width: number; height: number },
) {
  const address = `data:image/svg+xml;base64,${Buffer.from(file).toString('base64')}`;
  return `<image x="${x}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${address}"/>`;
}

/** Draws a logo in the place of the mark, on the same grid of 32 by 32. */
export const markOf = (png: Buffer) =>
  `<image width="32" height="32" href="data:image/png;base64,${png.toString('base64')}"/>`;

const placeMark = (mark: string, { top, scale }: { top: number; scale: number }) =>
  `<g transform="translate(${marginPx} ${top}) scale(${scale})">${mark}</g>`;

function wordsBox(notice: Notice): Box {
  const { width, height } = pictureSize;
  return flexBox({ width, height, position: 'relative', fontFamily: 'Display, Ext, Viet' }, [
    ...headlineBoxes(notice),
    ...(notice.tile ? [calendarLeaf(notice.tile)] : []),
    ...(notice.signature ? [signatureBox(notice.signature)] : []),
  ]);
}

const signatureBox = (siteName: string) =>
  line(
    {
      left: marginPx + 58,
      top: 538,
      width: 400,
      fontSize: 33,
      fontWeight: 800,
      letterSpacing: -0.6,
      color: pictureColours.primary,
    },
    [drawableText(siteName) ?? ''],
  );

const titleRoom = { width: columnPx, sizes: [108, 88, 76, 66, 58, 50, 44] } as const;

function headlineBoxes({ kicker, title, details, tile }: Notice): Box[] {
  const top = kicker ? 172 : 258;
  const { fontSize, cutAt } = fitTitle(title, { ...titleRoom, height: titleEnd - top });
  const beside = tile ? besideTilePx : columnPx;
  const look = {
    fontSize,
    fontWeight: 800,
    lineHeight: titleLeading,
    letterSpacing: -0.015 * fontSize,
  };
  return [
    line(
      { left: marginPx, top: 122, width: columnPx, fontSize: 30, color: pictureColours.accentInk },
      [kicker],
    ),
    flexBox(
      {
        ...absolute,
        left: marginPx,
        top,
        width: columnPx,
        display: 'block',
        color: pictureColours.ink,
        // Satori cuts balanced text too early, and balances by breaking words where it may.
        ...(cutAt ? { lineClamp: cutAt, wordBreak: 'break-word' } : { textWrap: 'balance' }),
        ...look,
      },
      [title],
    ),
    ...details.filter(Boolean).map((detail, place) =>
      line(
        {
          left: marginPx,
          top: 420 + place * 44,
          width: beside,
          fontSize: place === 0 ? whenPx : placePx,
          color: detail.startsWith('Cancelled')
            ? pictureColours.danger
            : place === 0
              ? pictureColours.ink
              : pictureColours.muted,
        },
        [detail],
      ),
    ),
  ];
}

function calendarLeaf({ band, big, small }: Tile): Box {
  const { width, height, top } = tileSize;
  const centred = { width, alignItems: 'center', justifyContent: 'center', lineHeight: 1 };
  return flexBox(
    {
      ...absolute,
      left: gapPx - width / 2,
      top,
      width,
      height,
      flexDirection: 'column',
      backgroundColor: pictureColours.leaf,
      borderRadius: 22,
      overflow: 'hidden',
    },
    [
      flexBox(
        {
          ...centred,
          height: 56,
          backgroundColor: pictureColours.accent,
          color: pictureColours.onAccent,
          fontSize: 32,
          fontWeight: 700,
          textTransform: 'uppercase',
          letterSpacing: 1,
        },
        [band],
      ),
      flexBox(
        {
          ...centred,
          height: 98,
          paddingTop: 8,
          color: pictureColours.ink,
          fontSize: big.length > 3 ? 64 : 92,
          fontWeight: 800,
        },
        [big],
      ),
      flexBox(
        { ...centred, height: 42, color: pictureColours.ink, fontSize: 32, fontWeight: 700 },
        [small],
      ),
    ],
  );
}

const absolute = { position: 'absolute' } as const;

/** A single line, truncated where it doesn't fit. */
const line = (style: Style, children: string[]): Box =>
  flexBox(
    {
      ...absolute,
      display: 'block',
      fontWeight: 700,
      lineHeight: 1.2,
      lineClamp: 1,
      wordBreak: 'break-all',
      ...style,
    },
    children,
  );

const flexBox = (style: Style, children: (Box | string)[]): Box => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
});
