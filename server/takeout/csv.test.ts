import { describe, expect, it } from 'vitest';
import { csvLine, type Cell } from './csv.ts';

describe('a line of CSV', () => {
  it.each<[Cell, string]>([
    ['plain', 'plain'],
    ['with, comma', '"with, comma"'],
    ['says "hello"', '"says ""hello"""'],
    ['two\nlines', '"two\nlines"'],
    [12, '12'],
    [-12, '-12'],
    [true, 'true'],
    [null, ''],
    [new Date('2026-06-10T12:00:00Z'), '2026-06-10T12:00:00.000Z'],
    [{ status: 'going' }, '"{""status"":""going""}"'],
  ])('holds %j as %s', (cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`);
  });

  it.each(['=1+1', '+44 7700 900123', '-2+3', '@SUM(A1)', '\tx'])(
    'keeps a spreadsheet from running %j',
    (cell) => {
      expect(csvLine([cell, 'x'])).toBe(`'${cell},x\r\n`);
    },
  );
});
