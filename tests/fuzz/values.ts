import fc from 'fast-check';
import { eventFields, optionalTexts } from '#contract/events/event-fields.ts';
import { hour } from '#contract/platform/durations.ts';
import { password } from '#tests/support/factories.ts';

/** Texts that have broken software before; every text field gets them. */
const odd = [
  '',
  ' ',
  '\u0000',
  'in the\u0000middle',
  '\ud800',
  'half \udfff of a pair',
  '\ufeffbegins with a mark',
  '\u202eright to left',
  'no \ufffe character \uffff',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(40),
  // Combining marks in no order, which normalising sorts.
  `a${'\u0315\u0300\u05ae\u0301'.repeat(5_000)}`,
  '%',
  '%_\\',
  '\\',
  "'; DROP TABLE users; --",
  '"><script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '=cmd|/c calc',
  'line\r\nBCC: everybody@example.com',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '2147483648',
  '9'.repeat(40),
  '../../etc/passwd',
  '//evil.example/',
  'javascript:alert(1)',
  'http://[::1',
  'https://example.com/\u0000.png',
  'https://example.com/\ud800.png',
  `https://${'a'.repeat(300)}.example/`,
  'data:image/png;base64,',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,PHN2Zy8+',
  `data:image/png;base64,${'A'.repeat(5_000)}`,
];

/** The first and last moments of each date format. */
const moments = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1970-01-01T00:00:00Z',
  '2026-03-29T01:30:00Z',
  '2026-10-25T01:30:00+01:00',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-14:00',
  '2026-06-31T10:00:00Z',
];

export const words = fc.constantFrom(...odd);

/** The length that a careless client may send. */
const huge = fc
  .tuple(fc.constantFrom('a', ' ', '%', 'é', '\\', '\ud83d', '<b>', 'a,'), fc.nat(60_000))
  .map(([unit, times]) => unit.repeat(Math.ceil(times / unit.length)));

const jsonValue = fc.jsonValue({ maxDepth: 3 });

const deep = fc
  .tuple(fc.constantFrom('array', 'object'), fc.integer({ min: 50, max: 3_000 }))
  .map(([kind, depth]) => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level += 1) {
      value = kind === 'array' ? [value] : { a: value };
    }
    return value;
  });

const long = fc.nat(20_000).map((length) => Array.from({ length }, () => 0));

/** Generates any JSON value. */
export const absurd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, -1e-308, 2 ** 53) },
  { weight: 2, arbitrary: jsonValue },
  { weight: 1, arbitrary: huge },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: long },
);

/** Generates a text as people write it, or one that only looks like it. */
export const text: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'A walk by the river, and tea after',
      'Bring a friend, a coat and something to share with the others.',
      'Keswick, United Kingdom',
      'The Moot Hall, Market Square',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 3, arbitrary: words },
);

export const instant = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .integer({ min: -400, max: 400 })
      .map((hours) => new Date(Date.UTC(2026, 5, 10, 12) + hours * hour).toISOString()),
  },
  { weight: 2, arbitrary: fc.constantFrom(...moments) },
  {
    weight: 1,
    arbitrary: fc
      .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
);

export const day = fc.oneof(
  fc.constantFrom('0000-01-01', '0001-01-01', '2024-02-29', '2026-03-29', '9999-12-31'),
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

export const wholeNumber = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -1, 100, 101, 5_000, 2_147_483_647, 2_147_483_648, 2 ** 53),
  },
);

const eventTexts = optionalTexts.map((field) => [
  field,
  fc.oneof(text, fc.constantFrom(null, ...eventFields[field].examples)),
]);

/** Values for fields by name, where the schema only says that it is a text. */
export const byName: Record<string, fc.Arbitrary<unknown>> = {
  ...Object.fromEntries(eventTexts),
  password: fc.constantFrom(password, password, 'Another-secret2', 'wrong'),
  confirmPassword: fc.constantFrom(password, 'Another-secret2'),
  currentPassword: fc.constantFrom(password, 'wrong'),
  categoryId: fc.constantFrom<unknown>(2, '3', 10, 1, null, '1e1', 0, 99),
  near: fc.oneof(
    words,
    fc.constantFrom('Keswick', 'CA12', 'ca12 5', 'CA12 5JR', 'ZZ9 9ZZ', 'CA12 5J'),
  ),
  within: fc.constantFrom<unknown>('1', '10', 50, '7', '', '-1'),
  postcode: fc.oneof(words, fc.constantFrom(null, 'CA12 5JR', 'ca125jr', 'CA12', 'ZZ9 9ZZ', '')),
  onlineUrl: fc.oneof(
    words,
    fc.constantFrom(null, 'https://meet.example/a b', 'http://meet.example', 'https://[::1]:0/'),
  ),
  imageUrl: fc.constantFrom(
    'https://example.com/a.png',
    null,
    '',
    'https://example.com/\u0000.png',
    'https://example.com/\ud800.png',
    `/media/${'0'.repeat(64)}.webp`,
    'https://user:secret@example.com/é"<>.png',
  ),
  cursor: fc.oneof(
    words,
    fc
      .oneof(
        fc.tuple(fc.constantFrom(0, 1, 1_781_000_000_000, 8.64e15), fc.integer()),
        fc.tuple(fc.boolean(), fc.constantFrom(0, 8.64e15), fc.string()),
        fc.tuple(fc.integer(), fc.integer()),
        jsonValue,
      )
      .map((key) => Buffer.from(JSON.stringify(key)).toString('base64url')),
  ),
};
