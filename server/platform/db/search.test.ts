import { describe, expect, it } from 'vitest';
import { repetitionCount, patternsOf } from './search.ts';

describe('a search text', () => {
  it.each([
    ['walk', 1],
    ['walk by the river', 1],
    ['hahaha', 3],
    ['aaaab', 4],
    ['baaaa', 1],
    ['abcabx', 5 / 3],
  ])('%s: its beginning follows itself', (text, times) => {
    expect(repetitionCount(text)).toBe(times);
  });

  it.each(['a', 'ab', 'Aa', '\u{6f22}\u{5b57}'])(
    'is a regular expression where LIKE would restart at each letter: repeated %s',
    (part) => {
      const [alone, beside] = [`${part.repeat(40)}!`, `tea ${part.repeat(40)}!`];
      expect(patternsOf(alone)).toMatchObject({ literal: `***=${alone}`, words: [] });
      expect(patternsOf(beside)).toMatchObject({ literal: `***=${beside}`, words: [] });
    },
  );

  it.each(['walk', 'tea and cake by the river, and tea and cake by the sea', '50% off'])(
    'is a pattern otherwise: %s',
    (text) => {
      expect(patternsOf(text).literal).toBeUndefined();
      expect(patternsOf(text).words).toHaveLength(text.split(' ').length);
    },
  );
});
