import { describe, expect, it } from 'vitest';
import { csvFile, csvLines, type Cell } from './csv.ts';

describe('a row of comma-separated values', () => {
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
  ])('writes %j as %s', (cell, text) => {
    expect(csvLines([[cell, 'x']])).toBe(`${text},x\r\n`);
  });

  it.each([
    '=1+1',
    '+44 7700 900123',
    '-2+3',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1+1',
    '" =1+1',
    "'=1+1",
    '"=1+1"',
    '\u00a0@SUM(A1)',
    '＝1+1',
  ])('stops a spreadsheet from running %j', (text) => {
    expect(csvLines([[text, 'x']])).toBe(`"'${text.replaceAll('"', '""')}",x\r\n`);
  });
});

it.each([
  ['a name with accents', [['Name'], ['Zoë Ó Briain']]],
  ['a price', [['£5']]],
  ['signs of two units', [['🎪']]],
  ['plain letters', [['Name', 'Guests']]],
  ['no row', []],
])('a file with %s begins with one byte order mark', (_, rows) => {
  expect(csvFile(rows)).toBe(`\uFEFF${csvLines(rows)}`);
  expect(csvFile(rows).lastIndexOf('\uFEFF')).toBe(0);
});

it('each row ends its line', () => {
  expect(
    csvLines([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('a,b\r\n1,\r\n');
});
