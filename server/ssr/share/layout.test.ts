import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { projectFile } from '#platform/process/files.ts';
import { answeredEvent as event } from '#tests/support/event-facts.ts';
import { noGroupAbilities } from '#tests/support/forms.ts';
import { drawMark } from '#web/ui/mark.ts';
import { eventPicture, groupPicture, sitePicture, type Box, type Picture } from './layout.ts';
import satori from 'satori';
import { fonts, paintPicture } from './painter.ts';
import { drawableText } from './text.ts';

const covers = projectFile('web/public/covers');
const drawings = {
  cover: readFileSync(`${covers}/2-5.svg`, 'utf8'),
  bunting: readFileSync(`${covers}/bunting.svg`, 'utf8'),
  mark: drawMark(),
};

const group = {
  id: 3,
  name: 'Keswick Fell Walkers',
  description: 'Out in all weathers.',
  categoryId: 2,
  category: { id: 2, name: 'Outdoors & Adventure' },
  groupType: 'outdoorsAdventure',
  chargeForEvents: 'free',
  imageUrl: null,
  status: 'approved',
  joinPolicy: 'open',
  joinQuestion: null,
  audience: 'all',
  attendeeNames: 'signed_in',
  asksEverybody: false,
  recordsAttendance: true,
  organisersEdit: false,
  defaultOpenTo: 'members',
  defaultPlacePublic: false,
  contactEnabled: true,
  createdById: null,
  location: 'Keswick',
  memberCount: 1,
  createdAt: '2026-01-01T00:00:00Z',
  joinState: 'sign_in',
  can: noGroupAbilities,
} satisfies Group;

const textsOf = (box: Box): string[] =>
  box.props.children.flatMap((child) => (typeof child === 'string' ? [child] : textsOf(child)));
const says = (picture: Picture) => textsOf(picture.words).filter(Boolean);
const eventSays = (changes: Partial<Event> = {}) =>
  says(eventPicture({ ...event, ...changes }, 'Villagehall', drawings));

/** Reads the size of a PNG from its header. */
function sizeOf(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

describe("an event's picture", () => {
  it('shows title, London time, group and town', () => {
    expect(eventSays()).toEqual([
      'Keswick Fell Walkers',
      'Cat Bells at sunrise',
      'Mon, Jun 15 • 12:30 AM',
      'Keswick',
      'Mon',
      '15',
      'Jun',
      'Villagehall',
    ]);
  });

  it('shows the venue only where everybody sees it', () => {
    expect(eventSays({ placePublic: true })).toContain(event.location);
    expect(JSON.stringify(eventPicture(event, 'Villagehall', drawings))).not.toContain('Foxglove');
  });

  it.each([
    ['The Moot Hall, Tynemouth', 'The Moot Hall, Tynemouth'],
    ['The Moot Hall, 12 Lower Percy Park Road, Tynemouth, NE30 4AA', 'The Moot Hall, Keswick'],
    ['The Hall of the Ancient Order of Foresters, 3 Front Street', 'Keswick'],
  ])('drops the street of %j before the town', (location, shown) => {
    expect(eventSays({ placePublic: true, location })).toContain(shown);
  });

  it("shows the group first if the title can't be drawn", () => {
    const [kicker, title] = eventSays({ title: 'שיחה בעברית בבית הקפה' });
    expect([kicker, title]).toEqual(['Outdoors & Adventure', 'Keswick Fell Walkers']);
  });

  it('shows that it is cancelled, without a date', () => {
    const texts = eventSays({ status: 'cancelled' });
    expect(texts).toContain('Cancelled: Mon, Jun 15 • 12:30 AM');
    expect(texts).not.toContain('15');
  });

  it('works without a town', () => {
    expect(eventSays({ town: null })).not.toContain('Keswick');
  });
});

describe("a group's picture", () => {
  it('shows its name, town and members', () => {
    expect(says(groupPicture(group, 'Villagehall', drawings))).toEqual([
      'Outdoors & Adventure',
      'Keswick Fell Walkers',
      'Keswick',
      'Group',
      '1',
      'member',
      'Villagehall',
    ]);
  });

  it('shortens a large number', () => {
    const large = groupPicture({ ...group, memberCount: 12_345 }, 'Villagehall', drawings);
    expect(says(large).join()).toMatch(/\b12k\b/i);
  });
});

describe('a picture as PNG', () => {
  const awkward = [
    'A',
    'Zażółć gęślą jaźń, Ŵyl a thŷ, người mới, šķērsojums – „ça“ £€ ½ ™',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch '.repeat(4),
    '<svg onload="x"> & "quotes"',
    'עברית 日本語 🎉 x',
  ];

  it.each(awkward)('is 1200 by 630 for %j', async (title) => {
    const png = await paintPicture(eventPicture({ ...event, title }, title, drawings));
    expect(sizeOf(png)).toEqual({ width: 1200, height: 630 });
  });

  it.each([
    'Mummies',
    'Newcomers',
    'Hammersmith the Swimmers',
    'Basingstoke Saturday for',
    'Newcomers’ coffee by the pier',
  ])('breaks no word of %j', async (title) => {
    const { words } = eventPicture({ ...event, title }, 'Villagehall', drawings);
    const svg = await satori(words, { width: 1200, height: 630, fonts, embedFont: false });
    for (const word of title.split(/[ ’]/)) expect(svg).toContain(`>${word}<`);
  });

  it('has a glyph for each letter', async () => {
    const all = Array.from({ length: 0x3000 - 0x21 }, (_, place) =>
      String.fromCodePoint(0x21 + place),
    );
    const drawn = all.filter((character) => drawableText(`a${character}a`) === `a${character}a`);
    const missing: string[] = [];
    const words = eventPicture({ ...event, title: 'x' }, 'Villagehall', drawings).words;
    words.props.children = [drawn.join('')];
    await satori(words, {
      width: 1200,
      fonts,
      loadAdditionalAsset: async (_, segment) => {
        missing.push(segment);
        return [];
      },
    });
    expect(drawn.length).toBeGreaterThan(400);
    expect(missing).toEqual([]);
  });

  it("shows the site's name", async () => {
    const picture = sitePicture('Our Parish', drawings);
    expect(says(picture)[0]).toBe('Our Parish');
    expect(sizeOf(await paintPicture(picture))).toEqual({ width: 1200, height: 630 });
  });
});
