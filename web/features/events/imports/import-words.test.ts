import { describe, expect, it } from 'vitest';
import type { ImportedEvent, ImportState } from '#contract/events/imports.ts';
import { summaryOf, venueNotes } from './import-words.ts';

const events = (...states: ImportState[]): ImportedEvent[] =>
  states.map((state, index) => ({
    uid: String(index),
    title: 'Canal walk',
    description: '',
    startTime: null,
    endTime: null,
    location: '',
    town: null,
    postcode: null,
    onlineUrl: null,
    inPersonToo: false,
    preselected: state === 'new',
    categoryId: 1,
    warnings: [],
    state,
  }));

describe('the summary of a calendar', () => {
  it.each([
    [['new'] as const, '1 event: 1 ready.'],
    [Array<ImportState>(1_000).fill('new'), '1,000 events: 1,000 ready.'],
    [
      ['incomplete', 'new', 'new', 'past'] as const,
      '4 events: 2 ready, 1 needs a place or description, 1 is past.',
    ],
  ])('of %j', (states, sentence) => {
    expect(summaryOf(events(...states))).toBe(sentence);
  });

  it('tells cancelled events from those that can’t be published', () => {
    const [refused, ...cancelled] = events('refused', 'refused', 'refused');
    const entries = [
      ...events('new', 'past'),
      ...cancelled.map((event) => ({ ...event, reason: 'It is cancelled.' })),
    ];
    expect(summaryOf(entries)).toBe('4 events: 1 ready, 1 is past, 2 were cancelled.');
    expect(summaryOf([...entries.slice(0, 3), refused!])).toBe(
      '4 events: 1 ready, 1 is past, 1 was cancelled, 1 can’t be published.',
    );
  });

  it.each([
    [1, '3 events: 2 ready, 1 is past. 1 more is left out.'],
    [4_003, '3 events: 2 ready, 1 is past. 4,003 more are left out.'],
  ])('names the %i that are left out', (leftOut, sentence) => {
    const [left] = events('refused').map((entry) => ({ ...entry, leftOut }));
    expect(summaryOf([...events('new', 'new', 'past'), left!])).toBe(sentence);
  });
});

describe('where people find an event', () => {
  const [event] = events('new');
  it.each([
    [
      { town: 'Sennen', postcode: 'TR19 7DG' },
      ['People find it in Sennen, by its postcode TR19 7DG.'],
    ],
    [{ town: 'Frome' }, ['People find it in Frome.']],
    [
      { onlineUrl: 'https://meet.example/abc' },
      ['Link to join online, for those who are going: https://meet.example/abc'],
    ],
    [
      { onlineUrl: `https://meet.example/${'a'.repeat(300)}` },
      [`Link to join online, for those who are going: https://meet.example/${'a'.repeat(39)}…`],
    ],
    [{}, []],
  ])('%j', (facts, notes) => {
    expect(venueNotes({ ...event!, ...facts })).toEqual(notes);
  });
});
