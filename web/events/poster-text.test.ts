import { describe, expect, it } from 'vitest';
import { posterType } from './poster-text.ts';

const size = (title: string, description: string) => posterType({ title, description });
const sentence = 'We meet at the hall and walk up to the tarn. ';

describe('the type of a poster', () => {
  it('is as large as the words allow', () => {
    const short = size('Bread', 'Bring flour.');
    expect(short.title).toContain('text-[7.5rem]');
    expect(short.description).toContain('text-[2.25rem]');
    expect(
      size('A talk on the history of the canal and of all who live on it', sentence).title,
    ).toContain('text-5xl');
  });

  it('grows smaller with a longer description, and cuts the longest', () => {
    const settings = [1, 8, 12, 20, 200].map((times) => size('Bread', sentence.repeat(times)));
    expect(new Set(settings.map(({ description }) => description)).size).toBeGreaterThan(2);
    const longest = settings.at(-1);
    expect(longest?.description).toContain('text-sm');
    expect(longest?.lines).toBeLessThan(20);
  });

  it('counts empty lines', () => {
    expect(size('Bread', 'Flour\n\n'.repeat(8)).description).not.toBe(
      size('Bread', 'Flour '.repeat(8)).description,
    );
  });

  it('leaves a long title room by a shorter description', () => {
    const long = sentence.repeat(60);
    expect(size('A very long title '.repeat(11), long).lines).toBeLessThan(
      size('Bread', long).lines,
    );
  });
});
