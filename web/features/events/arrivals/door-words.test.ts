import { expect, test } from 'vitest';
import type { DoorState } from './door-client.ts';
import { hereWords, overWords, savedWords, unsentFile } from './door-words.ts';
import { nothingKept } from './engine.ts';

const word = { id: '7', here: 2, at: '2026-06-20T18:42:00.000Z' };
const state: DoorState = {
  isOpen: true,
  isLasting: true,
  kept: nothingKept,
  trouble: null,
  left: [],
};

test('the line about unsent arrivals uses London time', () => {
  expect(savedWords({ ...state, kept: { ...nothingKept, sentAt: word.at } })).toBe(
    'All sent 19:42',
  );
  const kept = { ...nothingKept, words: [word, { ...word, id: '8', refused: 'invalid' as const }] };
  expect(savedWords({ ...state, kept })).toBe('Saved on this phone, 1 not sent yet');
  expect(savedWords({ ...state, kept, isLasting: false })).toBe(
    '1 not sent yet. Keep this page open',
  );
});

test('a label has how many of a party are here', () => {
  expect([hereWords(1, 1), hereWords(3, 3), hereWords(2, 3), hereWords(4, 3)]).toEqual([
    'Here',
    '3 here',
    '2 of 3 here',
    '4 here',
  ]);
});

test('a full event has a note by how many it is over', () => {
  expect([overWords(40, 40), overWords(42, 40), overWords(42, null)]).toEqual([
    undefined,
    '2 over the 40 places',
    undefined,
  ]);
});

test('the file is a table in which no name is a formula', async () => {
  const walkIn = { id: 'walked-in-1', name: 'Mo "Fish" Ray', people: 2 };
  const words = [
    { ...word, name: '=Priya' },
    { ...word, id: 'wwalked-in-1', walkIn },
    { ...word, id: '9' },
  ];
  expect(await unsentFile(words).text()).toBe(
    [
      'Name,Here,Walked in,Time',
      '"\'=Priya",2,no,2026-06-20T18:42:00.000Z',
      '"Mo ""Fish"" Ray",2,yes,2026-06-20T18:42:00.000Z',
      '"No. 9",2,no,2026-06-20T18:42:00.000Z',
      '',
    ].join('\r\n'),
  );
});
