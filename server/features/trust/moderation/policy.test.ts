import { describe, expect, it } from 'vitest';
import { hasLink } from '#contract/platform/links.ts';
import { fingerprintOf, isNew, minSharedBands, findLookalike, type NamedPerson } from './policy.ts';
import { minute } from '#contract/platform/durations.ts';

const now = new Date('2026-06-10T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
const days = 24 * 60;

describe('a link', () => {
  it.each([
    'https://x.example/y',
    'see http://a.b',
    'www.cheap-shoes.example',
    'buy at Cheap-Shoes.com now',
  ])('is in %j', (text) => expect(hasLink(text)).toBe(true));

  it.each([
    'See you there.',
    'Half past 7.30 at the hall',
    'mail me: ada at example',
    'e.g. a mug',
    'http://',
  ])('is not in %j', (text) => expect(hasLink(text)).toBe(false));
});

describe("a text's fingerprint", () => {
  const long =
    'Our hall has a new roof, a new kitchen, and still the same old piano that nobody in the village dares to tune.';

  const shared = (one: string, other: string) => {
    const bands = new Set(fingerprintOf(one)?.bands);
    return fingerprintOf(other)?.bands.filter((band) => bands.has(band)).length ?? 0;
  };
  const isNear = (one: string, other: string) => shared(one, other) >= minSharedBands;

  it('ignores everything between its words', () => {
    const other = long.toUpperCase().replaceAll(' ', ' \u200b– ').replace('roof', 'ｒｏｏｆ');
    expect(fingerprintOf(other)).toEqual(fingerprintOf(long));
    expect(fingerprintOf(long.replaceAll('a', '\u0430'))).toEqual(fingerprintOf(long));
    expect(fingerprintOf(`${long} Bring a mug.`)?.print).not.toBe(fingerprintOf(long)?.print);
  });

  it.each([
    ['behind', `${long} Bring a mug, please.`],
    ['before', `Dear all, and whoever reads this: ${long}`],
    ['between', long.replace('new kitchen', 'new and shiny kitchen')],
    ['at the end in place of others', long.replace('dares to tune', 'cares to mend')],
    ['behind, and a letter of another alphabet', `${long.replace('d', '\u0501')} From Bob, yours.`],
    ['behind, and letters that nobody sees', `${long.replace(/./g, '$&\u200b')} Call Bob today!`],
    ['behind, and digits for letters', `${long.replace(/l/g, '1').replace(/o/g, '0')} Call Bob!`],
  ])('is similar with a few words %s', (_, other) => {
    expect(isNear(long, other)).toBe(true);
  });

  it('differs for the same content in other words', () => {
    expect(
      isNear(
        long,
        'Come and see the roof and the kitchen of our hall, both new, and sing to the old piano if you dare: doors open at six.',
      ),
    ).toBe(false);
    expect(
      isNear(
        'We walk from the church to the weir and back by the mill on Saturday. Bring boots, a coat and something to eat.',
        'We meet at the library on Tuesday and read the third chapter aloud. Bring glasses, a biscuit and something to drink.',
      ),
    ).toBe(false);
  });

  it('is empty for common phrases without a link', () => {
    expect(fingerprintOf('See you there')).toBeUndefined();
    expect(fingerprintOf('See www.example.com')).toBeDefined();
    expect(fingerprintOf('a.io')?.bands).toHaveLength(20);
  });

  it('reveals nothing of the text', () => {
    const { print, bands } = fingerprintOf(long) ?? { print: '', bands: [] };
    expect(print).toMatch(/^[\w-]{22}$/);
    expect(bands.every((band) => Number.isInteger(band) && Math.abs(band) <= 2 ** 31)).toBe(true);
  });
});

describe('a new account', () => {
  const account = { role: 'user', emailVerified: false } as const;
  const asks = (age: number, sendsMail = false, changes: object = {}) =>
    isNew({ ...account, createdAt: ago(age), ...changes }, sendsMail, now);

  it('is less than three days old', () => {
    expect([asks(3 * days - 1), asks(3 * days)]).toEqual([true, false]);
  });

  it('is one with an unconfirmed address, where the site sends mail', () => {
    expect(asks(30 * days, true)).toBe(true);
    expect(asks(30 * days, true, { emailVerified: true })).toBe(false);
  });

  it('is never an admin’s', () => {
    expect(asks(1, true, { role: 'admin' })).toBe(false);
  });
});

describe('a name', () => {
  const organiser: NamedPerson = { id: 'organiser', firstName: 'Ian', lastName: 'Ellis-Wood' };
  const like = (firstName: string, lastName: string | null, others = [organiser]) =>
    findLookalike({ id: 'somebody', firstName, lastName }, others);

  it.each([
    ['Ian', 'Ellis-Wood'],
    ['lan', 'EIIis-Wood'],
    ['IAN', 'ELLIS WOOD'],
    ['1an', 'Ellis-W00d'],
    ['\u0406\u0430n', 'Ellis-W\u03bf\u03bfd'],
    ['Ｉａｎ', 'Éllís-Wood'],
    ['I\u200dan', 'Ellis Wood'],
    ['Ian Ellis-Wood', null],
    ['Ian Ellis', 'Wood'],
  ])('reads like another: %s %s', (firstName, lastName) => {
    expect(like(firstName, lastName)).toBe('Ian Ellis-Wood');
  });

  it.each([
    ['Ian', null],
    ['Ian', 'Ellis'],
    ['Ivan', 'Ellis-Wood'],
    ['Wood', 'Ian Ellis'],
  ])('reads like no other: %s %s', (firstName, lastName) => {
    expect(like(firstName, lastName)).toBeNull();
  });

  it('does not match itself', () => {
    expect(findLookalike(organiser, [organiser])).toBeNull();
  });

  it('needs more than a first name, which many share', () => {
    expect(like('Ian', null, [{ ...organiser, lastName: null }])).toBeNull();
  });

  it("matches another with 'rn' for 'm'", () => {
    const other = { id: 'other', firstName: 'Emma', lastName: 'Marks' };
    expect(like('Ernrna', 'Marks', [other])).toBe('Emma Marks');
  });
});
