import { describe, expect, it } from 'vitest';
import { cursorOf, cutPage, TimeAndId, withCursor } from './cursor.ts';
import { Refusal } from '#platform/refusal.ts';

const cursor = cursorOf(TimeAndId);
const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('returns the key it was made from, to the millisecond', () => {
    const time = new Date('2026-06-10T12:00:00.123Z');
    expect(cursor.decode(cursor.encode([time.getTime(), 42]))).toEqual([time, 42]);
  });

  it('needs no encoding in an address', () => {
    const text = cursor.encode([253_402_214_400_000, 2_147_483_647]);
    expect(encodeURIComponent(text)).toBe(text);
  });

  it('may be absent', () => {
    expect(cursor.decode(undefined)).toBeUndefined();
  });

  it.each([
    '',
    'garbage',
    encoded('null'),
    encoded('{}'),
    encoded('[]'),
    encoded('[1]'),
    encoded('[1,2,3]'),
    encoded('["1",2]'),
    encoded('[1,2.5]'),
    encoded('[-1,2]'),
    encoded('[1,-2]'),
    encoded('[1,2147483648]'),
    encoded('[253402214400001,2]'),
    encoded('[8.64e15,2]'),
    encoded('[1e999,2]'),
  ])('is refused when it is invalid: %j', (text) => {
    expect(() => cursor.decode(text)).toThrow(Refusal);
  });
});

describe('a page', () => {
  const page = (rows: number[], limit: number) => cutPage(rows, limit, (last) => `after ${last}`);

  it('has a next one if a further row was read', () => {
    expect(page([1, 2, 3], 2)).toEqual({ items: [1, 2], next: 'after 2' });
  });

  it.each([[[]], [[1]], [[1, 2]]])('is the last if no further row was read: %j', (rows) => {
    expect(page(rows, 2)).toEqual({ items: rows, next: undefined });
  });
});

describe('the address of the next page', () => {
  it('keeps the query', () => {
    expect(withCursor('/api/events?q=a%26b&limit=5', 'X')).toBe(
      '/api/events?q=a%26b&limit=5&cursor=X',
    );
  });

  it('replaces the cursor before it', () => {
    expect(withCursor('/api/events?cursor=OLD&limit=5', 'X')).toBe('/api/events?cursor=X&limit=5');
  });

  it.each([
    ['near=OL14%205AB&within=1', 'near=OL14+5&within=1&cursor=X'],
    ['within=1&n%65ar=ol145ab', 'within=1&near=OL14+5&cursor=X'],
    ['near=OL14%005AB', 'near=OL14+5&cursor=X'],
    ['near=Leeds&near=OL145AB', 'near=Leeds&near=OL14+5&cursor=X'],
    ['near=Leeds&q=OL14', 'near=Leeds&q=OL14&cursor=X'],
  ])('has the sector alone of a whole postcode: %s', (before, after) => {
    expect(withCursor(`/api/events?${before}`, 'X')).toBe(`/api/events?${after}`);
  });

  it('adds a query where there was none', () => {
    expect(withCursor('/api/events', 'X')).toBe('/api/events?cursor=X');
  });

  it('keeps a question mark in the query', () => {
    expect(withCursor('/api/events?q=why?', 'X')).toBe('/api/events?q=why%3F&cursor=X');
  });
});
