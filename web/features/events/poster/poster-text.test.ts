import { describe, expect, it } from 'vitest';
import { posterLine, posterType } from './poster-text.ts';

const short = { when: 'Sunday, June 14, 2026\n7:00 PM – 9:00 PM', where: 'The Moot Hall' };
const size = (title: string, description: string, facts = short) =>
  posterType({ title, description, ...facts });
const sentence = 'We meet at the hall and walk up to the tarn. ';

describe("a poster's type", () => {
  it('is as large as the texts allow', () => {
    const bread = size('Bread', 'Bring flour.');
    expect(bread.title).toContain('text-[7.5rem]');
    expect(bread.description).toContain('text-[2.25rem]');
    expect(
      size('A talk on the history of the canal and of all who live on it', sentence).title,
    ).toContain('text-5xl');
  });

  it('shrinks with a longer description, and cuts the longest', () => {
    const settings = [1, 8, 12, 20, 200].map((times) => size('Bread', sentence.repeat(times)));
    expect(new Set(settings.map(({ description }) => description)).size).toBeGreaterThan(2);
    const longest = settings.at(-1);
    expect(longest?.description).toContain('text-sm');
    expect(longest?.lines).toBeLessThan(20);
  });

  it('makes room for a long place, or two days, by a shorter description', () => {
    const long = sentence.repeat(60);
    const where = 'The upper room over the old corn exchange, '.repeat(8);
    expect(size('Bread', long, { ...short, where }).lines).toBeLessThan(size('Bread', long).lines);
    const when = 'Sunday, June 14, 2026 at 7:00 PM – Monday, June 15, 2026 at 9:00 PM '.repeat(2);
    expect(size('Bread', long, { when, where }).lines).toBeLessThan(
      size('Bread', long, { ...short, where }).lines,
    );
  });

  it('counts empty lines', () => {
    expect(size('Bread', 'Flour\n\n'.repeat(8)).description).not.toBe(
      size('Bread', 'Flour '.repeat(8)).description,
    );
  });

  it('makes room for a long title by a shorter description', () => {
    const long = sentence.repeat(60);
    expect(size('A very long title '.repeat(11), long).lines).toBeLessThan(
      size('Bread', long).lines,
    );
  });
});

describe("a line of a group's poster", () => {
  const quiz = { title: 'Pub quiz', startTime: '2026-12-08T19:30:00Z' };

  it('has the weekday, the hour and the town of a date', () => {
    expect(posterLine({ ...quiz, town: 'Penzance' })).toBe(
      'Tue, Dec 8 • 7:30 PM, Penzance: Pub quiz',
    );
  });

  it('has no town where none is known', () => {
    expect(posterLine({ ...quiz, town: null })).toBe('Tue, Dec 8 • 7:30 PM: Pub quiz');
  });
});
