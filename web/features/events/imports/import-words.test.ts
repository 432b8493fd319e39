import { describe, expect, it } from 'vitest';
import type { ImportedEvent, ImportState } from '#contract/events/imports.ts';
import { summaryOf } from './import-words.ts';

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
    [['new'] as const, '1 event: 1 is new.'],
    [Array<ImportState>(1_000).fill('new'), '1,000 events: 1,000 are new.'],
    [
      ['incomplete', 'new', 'new', 'past'] as const,
      '4 events: 2 are new, 1 is incomplete, 1 is over.',
    ],
  ])('of %j', (states, sentence) => {
    expect(summaryOf(events(...states))).toBe(sentence);
  });
});
