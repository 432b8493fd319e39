import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { normalise } from '#contract/platform/clean-text.ts';
import { processorTime } from '#tests/support/processor.ts';
import { firstName } from '#contract/base/accounts.ts';
import {
  FilterId,
  FilterText,
  Id,
  ImageUrl,
  line,
  moment,
  paging,
  paragraphs,
  UserId,
} from './values.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('an id', () => {
  it.each([1, '1', '0042', 2_147_483_647, '2147483647'])(
    'accepts a whole number or its digits: %j',
    (value) => {
      expect(Id.parse(value)).toBe(Number(value));
    },
  );

  it.each([0, '-1', 1.5, '1e3', 2_147_483_648, '', ' 1', '٣', null, [1]])(
    'refuses anything else: %j',
    (value) => {
      expect(Id.safeParse(value).success).toBe(false);
    },
  );
});

describe("a user's id", () => {
  it.each(['a', 'A_b-9', 'x'.repeat(64)])(
    'accepts letters, digits, dash and underscore: %s',
    (value) => {
      expect(UserId.safeParse(value).success).toBe(true);
    },
  );

  it.each(['', 'x'.repeat(65), "a'b", 'a b', 'a\u0000', 'a\n', 'é'])(
    'refuses anything else: %j',
    (value) => {
      expect(UserId.safeParse(value).success).toBe(false);
    },
  );
});

describe('a line of text', () => {
  const name = line({ min: 3, max: 5, tooShort: 'too short', tooLong: 'too long' });

  it.each([
    ['  abc  ', 'abc'],
    ['a\n\t b', 'a b'],
    ['a\u0000b\u001bc', 'abc'],
    ['a\ud800b\udfffc', 'abc'],
    ['a\u00a0\u2003b', 'a b'],
    ['a\u202eb\u2069c\u0085', 'abc'],
    ['a\ufffeb\uffffc', 'abc'],
    ['a\ufdd0b\ufdefc', 'abc'],
    ['a\u{1fffe}b\u{10ffff}c', 'abc'],
    ['a\ufffdc', 'a\ufffdc'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
  ])('is trimmed, folded and without control characters: %j', (text, expected) => {
    expect(name.parse(text)).toBe(expected);
  });

  it.each(['ab', '  a  ', 'a\u0000b', '', undefined, null, 5])(
    'meets its minimum length after trimming: %j',
    (text) => {
      expect(messages(name, text)).toEqual(['too short']);
    },
  );

  it('measures its maximum length in characters, not in code units', () => {
    expect(name.parse('𝒜𝒜𝒜𝒜𝒜')).toBe('𝒜𝒜𝒜𝒜𝒜');
    expect(messages(name, '𝒜𝒜𝒜𝒜𝒜𝒜')).toEqual(['too long']);
  });

  it('has a default message with its limits', () => {
    expect(messages(line({ min: 2, max: 1_500 }), 'a')).toEqual([
      'Please enter at least 2 characters',
    ]);
    expect(messages(line({ max: 1_500 }), 'a'.repeat(1501))).toEqual([
      'Please use at most 1,500 characters',
    ]);
  });
});

describe('text of several lines', () => {
  const text = paragraphs({ max: 20 });

  it.each([
    ['\n one\r\ntwo\rthree \n', 'one\ntwo\nthree'],
    ['one\n\n\n  two', 'one\n\n\n  two'],
    ['tab\there', 'tab\there'],
    ['bell\u0007 nul\u0000', 'bell nul'],
    ['half \ud83d of 👋', 'half  of 👋'],
    ['one\u2028two\u0085three', 'one\ntwo\nthree'],
    ['\u202erest\u2066 of it\u009b', 'rest of it'],
    ['rest\ufffe of\ufdd5 it\u{2ffff}', 'rest of it'],
  ])('keeps its lines: %j', (written, expected) => {
    expect(text.parse(written)).toBe(expected);
  });
});

describe('the address of a picture', () => {
  it.each([
    'http://example.com/a.jpg',
    'HTTPS://EXAMPLE.COM/a b'.replace(' ', '%20'),
    'https://例え.jp/絵.png',
  ])('accepts a web address: %s', (url) => {
    expect(ImageUrl.parse(url)).toBe(url);
  });

  it.each(['', null, undefined])('may be empty: %j', (url) => {
    expect(ImageUrl.parse(url)).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//example.com/a.jpg',
    'http://',
    'https://example.com/\u0000.jpg',
    'https://example.com/\ud800.jpg',
    'https://example.com/\ufffe.jpg',
    ' https://example.com/a.jpg',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses anything else: %j', (url) => {
    expect(messages(ImageUrl, url)).toEqual(['Please enter a valid URL']);
  });
});

describe('a moment of a form', () => {
  const start = moment('Please select a start time');

  it.each(['1970-01-01T00:00:00Z', '2026-06-10T13:00:00+01:00', '9999-12-30T23:59:59Z'])(
    'accepts ISO 8601 with an offset: %s',
    (text) => {
      expect(start.parse(text)).toEqual(new Date(text));
    },
  );

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '1969-12-31T23:59:59Z',
    '9999-12-31T23:59:59-14:00',
    '2026-06-31T10:00:00Z',
    '2026-06-10',
    '',
    5,
    null,
  ])('refuses a date outside the calendar: %j', (value) => {
    expect(messages(start, value)).toEqual(['Please select a start time']);
  });
});

describe('the limit of a list', () => {
  const limit = z.object(paging).shape.limit;

  it.each([
    [undefined, 100],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['9999999999', 100],
  ])('of %j is %i', (sent, rows) => {
    expect(limit.parse(sent)).toBe(rows);
  });

  it.each(['0', '-1', '1.5', 'ten', ''])('is at least one row: %j', (sent) => {
    expect(limit.safeParse(sent).success).toBe(false);
  });
});

describe('a filter', () => {
  it.each(['', 'all', undefined])('ignores %j', (sent) => {
    expect(FilterId.parse(sent)).toBeUndefined();
  });

  it('filters by id', () => {
    expect(FilterId.parse('7')).toBe(7);
  });

  it.each(['', '   ', '\u0000', undefined])('ignores the search %j', (sent) => {
    expect(FilterText.parse(sent)).toBeUndefined();
  });

  it('trims the search text', () => {
    expect(FilterText.parse('  fell \n running ')).toBe('fell running');
  });
});

describe('combining marks in any order', () => {
  const letters = (marks: number) => `a${'\u0315\u0300\u05ae\u0301'.repeat(marks / 4)}`;

  it('are normalised up to 30 in a row', () => {
    expect(normalise(`e\u0301${letters(0)}`, 'NFC')).toBe('éa');
    expect([...normalise(letters(28), 'NFKD')]).toHaveLength(29);
    expect(normalise(letters(28), 'NFC')).toBe(letters(28).normalize('NFC'));
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
      expect([...normalise(letters(40_000), form)].length).toBeLessThanOrEqual(31);
    }
  });

  it('are normalised up to 30 in a row, whichever mark it is', () => {
    const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
    const unbounded = all
      .filter((sign) => /\p{M}/u.test(sign))
      .filter((mark) => normalise(mark.repeat(40), 'NFC') !== mark.repeat(30).normalize('NFC'));
    expect(unbounded).toEqual([]);
  });

  it('cost a name no more in one run than in eight', () => {
    const cost = (marks: number, times: number) => {
      const busy = processorTime();
      for (let turn = 0; turn < times; turn += 1) firstName.safeParse(letters(marks));
      return busy();
    };
    const [inEight, inOne] = [cost(6_000, 80), cost(48_000, 10)];
    expect(inOne).toBeLessThan(inEight * 3 + 50);
  });
});
