import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { drawable, fitTitle, titleLeading } from './text.ts';

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

const colours = {
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

const margin = 64;
/** Where the paper behind the text ends and the cover begins. */
const seam = 700;
const column = seam - 2 * margin + 20;
const tileSize = { width: 176, height: 206, top: 392 };
/** The lowest point that a title may reach. */
const titleEnd = 392;

export function eventPicture(event: Event, siteName: string, drawings: Drawings): Picture {
  const day = dayOf(event.startTime);
  const group = drawable(event.group.name) ?? event.category.name;
  const title = drawable(event.title);
  const when = formatMoment(event.startTime);
  return compose(drawings, {
    kicker: title ? group : event.category.name,
    title: title ?? group,
    details: [
      event.status === 'cancelled' ? `Cancelled: ${when}` : when,
      drawable((event.placePublic ? event.location : event.town) ?? '') ?? '',
    ],
    tile: day && event.status !== 'cancelled' ? leafOf(day) : undefined,
    signature: siteName,
  });
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

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact' });

export function groupPicture(group: Group, siteName: string, drawings: Drawings): Picture {
  const { memberCount } = group;
  return compose(drawings, {
    kicker: group.category.name,
    title: drawable(group.name) ?? `A group on ${siteName}`,
    details: [drawable(group.location ?? '') ?? ''],
    tile: {
      band: 'Group',
      big: compact.format(memberCount),
      small: memberCount === 1 ? 'member' : 'members',
    },
    signature: siteName,
  });
}

export function sitePicture(siteName: string, drawings: Drawings): Picture {
  return compose(drawings, {
    kicker: '',
    title: drawable(siteName) ?? 'Community events',
    details: ['Find and create community events', 'Free for communities across the UK'],
  });
}

function compose({ cover, bunting, mark }: Drawings, notice: Notice): Picture {
  const { width, height } = pictureSize;
  return {
    ground:
      `<rect width="${width}" height="${height}" fill="${colours.paper}"/>` +
      embed(cover, { x: seam, width: width - seam, height }) +
      embed(bunting, { x: 0, width, height }),
    words: words(notice),
    front: notice.signature
      ? placeMark(mark, { top: 534, scale: 1.4 })
      : placeMark(mark, { top: 122, scale: 4 }),
  };
}

/** Embeds the file of a drawing, whatever a drawing program wrote around its shapes. */
function embed(file: string, { x, width, height }: { x: number; width: number; height: number }) {
  const address = `data:image/svg+xml;base64,${Buffer.from(file).toString('base64')}`;
  return `<image x="${x}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${address}"/>`;
}

const placeMark = (mark: string, { top, scale }: { top: number; scale: number }) =>
  `<g transform="translate(${margin} ${top}) scale(${scale})">${mark}</g>`;

function words(notice: Notice): Box {
  const { width, height } = pictureSize;
  return box({ width, height, position: 'relative', fontFamily: 'Display, Ext, Viet' }, [
    ...headline(notice),
    ...(notice.tile ? [calendarLeaf(notice.tile)] : []),
    ...(notice.signature ? [signature(notice.signature)] : []),
  ]);
}

const signature = (siteName: string) =>
  line(
    {
      left: margin + 58,
      top: 538,
      width: 400,
      fontSize: 33,
      fontWeight: 800,
      letterSpacing: -0.6,
      color: colours.primary,
    },
    [drawable(siteName) ?? ''],
  );

const titleRoom = { width: column, sizes: [108, 88, 76, 66, 58, 50, 44] } as const;

function headline({ kicker, title, details, tile }: Notice): Box[] {
  const top = kicker ? 172 : 258;
  const { fontSize, cutAt } = fitTitle(title, { ...titleRoom, height: titleEnd - top });
  const beside = tile ? seam - tileSize.width / 2 - margin - 28 : column;
  const look = {
    fontSize,
    fontWeight: 800,
    lineHeight: titleLeading,
    letterSpacing: -0.015 * fontSize,
  };
  return [
    line({ left: margin, top: 122, width: column, fontSize: 30, color: colours.accentInk }, [
      kicker,
    ]),
    box(
      {
        ...absolute,
        left: margin,
        top,
        width: column,
        display: 'block',
        color: colours.ink,
        wordBreak: 'break-word',
        // Satori cuts balanced text too early.
        ...(cutAt ? { lineClamp: cutAt } : { textWrap: 'balance' }),
        ...look,
      },
      [title],
    ),
    ...details.filter(Boolean).map((detail, place) =>
      line(
        {
          left: margin,
          top: 420 + place * 44,
          width: beside,
          fontSize: place === 0 ? 34 : 31,
          color: detail.startsWith('Cancelled')
            ? colours.danger
            : place === 0
              ? colours.ink
              : colours.muted,
        },
        [detail],
      ),
    ),
  ];
}

function calendarLeaf({ band, big, small }: Tile): Box {
  const { width, height, top } = tileSize;
  const centred = { width, alignItems: 'center', justifyContent: 'center', lineHeight: 1 };
  return box(
    {
      ...absolute,
      left: seam - width / 2,
      top,
      width,
      height,
      flexDirection: 'column',
      backgroundColor: colours.leaf,
      borderRadius: 22,
      overflow: 'hidden',
    },
    [
      box(
        {
          ...centred,
          height: 56,
          backgroundColor: colours.accent,
          color: colours.onAccent,
          fontSize: 32,
          fontWeight: 700,
          textTransform: 'uppercase',
          letterSpacing: 1,
        },
        [band],
      ),
      box(
        {
          ...centred,
          height: 98,
          paddingTop: 8,
          color: colours.ink,
          fontSize: big.length > 3 ? 64 : 92,
          fontWeight: 800,
        },
        [big],
      ),
      box({ ...centred, height: 42, color: colours.ink, fontSize: 32, fontWeight: 700 }, [small]),
    ],
  );
}

const absolute = { position: 'absolute' } as const;

/** A single line, truncated where it doesn't fit. */
const line = (style: Style, children: string[]): Box =>
  box(
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

const box = (style: Style, children: (Box | string)[]): Box => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
});
