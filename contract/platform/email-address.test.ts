import { describe, expect, it } from 'vitest';
import { Email, isEmail, tidyEmail } from './email-address.ts';
import { mailtoLink } from './links.ts';

const read = (text: string) => Email.safeParse(text).data;
const long = (local: number, domain: number) =>
  `${'a'.repeat(local)}@${`${'b'.repeat(50)}.`.repeat(3)}${'c'.repeat(domain - 153 - 4)}.org`;

describe('an email address', () => {
  it.each([
    ['a zero width space', '\u200Bada@example.org\u200B'],
    ['a zero width joiner within', 'ada\u200D@exam\u200Cple.org'],
    ['marks of direction', '\u202Aada@example.org\u202C'],
    ['overrides', '\u202Eada\u202D@example.org'],
    ['isolates', '\u2066ada@example.org\u2069'],
    ['left-to-right marks', '\u200Eada@example.org\u200F'],
    ['a word joiner', 'ada\u2060@example.org'],
    ['a byte order mark', '\uFEFFada@example.org'],
    ['a soft hyphen', 'ada@exam\u00ADple.org'],
    ['no-break spaces', '\u00A0ada\u202F@example.org\u2007'],
    ['an Arabic letter mark', 'ada@example.org\u061C'],
    ['a variation selector', 'ada\uFE0F@example.org'],
    ['a tag', 'ada@example.org\u{E0020}'],
    ['spaces and capitals around', ' \t ADA@Example.ORG \r\n'],
  ])('is read without %s', (_, text) => {
    expect([read(text), tidyEmail(text)]).toEqual(['ada@example.org', 'ada@example.org']);
  });

  it.each([
    'r&b@example.org',
    "o'neil@example.org",
    'a!#$%&*/=?^_`{|}~-z@example.org',
    '+ada@example.org',
    '~@example.org',
    'a.b.c@sub.example.co.uk',
    'ada@xn--bcher-kva.example',
    'ada@example.xn--p1ai',
    'ada@example.xn--vermgensberatung-pwb',
    'ada@1.example.org',
    `${'a'.repeat(64)}@example.org`,
    long(64, 189),
  ])('is accepted: %s', (text) => {
    expect(read(text)).toBe(text);
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    `${'a'.repeat(65)}@example.org`,
    long(64, 190),
    `ada@${'b'.repeat(64)}.org`,
    'ada lovelace@example.org',
    'ada@example',
    'ada@example.o',
    'ada@example.123',
    'ada@192.0.2.1',
    'ada@[192.0.2.1]',
    'ada@-example.org',
    'ada@example-.org',
    'ada@example.xn--',
    'ada@example..org',
    '.ada@example.org',
    'ada.@example.org',
    'a..da@example.org',
    'ada@b@example.org',
    'ada,ben@example.org',
    '"ada"@example.org',
    'ada@bücher.example',
    'ada<b@example.org',
    'ada\\@example.org',
    'ada\u0000@example.org',
    '@example.org',
    'ada@',
    '',
    '\u200B',
    'x'.repeat(100_000),
  ])('is refused: %s', (text) => {
    expect(Email.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter a valid email address',
    ]);
    expect(isEmail(text)).toBe(false);
  });
});

it.each([
  ["o'neil+walks@example.org", "mailto:o'neil+walks@example.org"],
  ['r&b@example.org', 'mailto:r%26b@example.org'],
  ['a?b#c/d%e=f@example.org', 'mailto:a%3Fb%23c%2Fd%25e%3Df@example.org'],
])('the link that writes to %s is %s', (address, link) => {
  expect(mailtoLink(address)).toBe(link);
});
