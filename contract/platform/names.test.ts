import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EditProfileForm, firstName } from '#contract/base/accounts.ts';
import { EventForm } from '#contract/events/events.ts';
import { GroupForm } from '#contract/community/groups.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('a first name', () => {
  it.each(['Ada', 'J.R.', 'St.John', 'あや', 'क्‍षा', 'Ada 2'])('may be %s', (name) =>
    expect(firstName.parse(name)).toBe(name),
  );

  it.each([
    ['Zoe\u0308', 'Zoë'],
    [' Ada \t  Mary ', 'Ada Mary'],
    ['A\u200bd\u00ada\ufeff', 'Ada'],
    ['\u202eAda\u202c', 'Ada'],
    ['Ada\u2067', 'Ada'],
    ['A\u0085da\u0007', 'Ada'],
    ['\u200dA\u200dda\u200c', 'A\u200dda'],
    ['Ada \u200d', 'Ada'],
    ['Ada\u3164\u2800', 'Ada'],
    ['Ada\u{e0041}', 'Ada'],
    ['A\ufffed\ufdd0a\u{5ffff}', 'Ada'],
  ])('loses its invisible characters: %j', (name, expected) => {
    expect(firstName.parse(name)).toBe(expected);
  });

  it.each([
    'The Smiths 👨\u200d👩\u200d👧\u200d👦',
    'Ada 👩🏽\u200d🚀',
    'Ada 🏳\ufe0f\u200d🌈',
    'Ada ❤\ufe0f',
    'Rhian \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
  ])('keeps the characters that join an emoji: %s', (name) => {
    expect(firstName.parse(name)).toBe(name);
  });

  it.each([
    ['Ada\u200d👩', 'Ada👩'],
    ['Ada 👩\u200c👧', 'Ada 👩👧'],
    ['Ada 👩\u200d', 'Ada 👩'],
    ['Ada\ufe0f', 'Ada'],
    ['Ada \u{1f3f4}\u{e0065}\u{e0076}\u{e0069}\u{e006c}\u{e007f}', 'Ada \u{1f3f4}'],
  ])('loses joining characters that join no emoji: %j', (name, expected) => {
    expect(firstName.parse(name)).toBe(expected);
  });

  it.each([
    '\u200b',
    '\u2800',
    '\u202e',
    '\u0085',
    '\u200d\u200c',
    '\u3164',
    '\u{e0041}',
    ' \u200b ',
  ])('is missing without visible characters: %j', (name) => {
    expect(messages(firstName, name)).toContain('First name is required');
  });

  it.each(['42', '...', '🎉', '\u0301'])('needs a letter: %j', (name) => {
    expect(messages(firstName, name)).toEqual(['First name must have a letter in it']);
  });

  it.each([
    'Visit https://evil.example/prize',
    'www.evil',
    'evil.com',
    'ｅｖｉｌ．ｃｏｍ',
    'Prizes at evil.example',
    'bit.ly/x',
    'xn--a.museum/x',
    'ftp://x',
    'evil。com',
    'evil｡com',
    'evil․com',
    'evil۔com',
    'evil·com',
    'evil・com',
    'www evil com',
    'WWW-evil-com',
    'http evil',
    'evil dot com',
    'evil (dot) org',
    'evil . com',
    'evil .com',
  ])("can't be an address: %s", (name) => {
    expect(messages(firstName, name)).toEqual(['First name cannot have a web address in it']);
  });
});

const realNames = [
  "O'Brien",
  'O’Connor',
  'Gal·la',
  'St. John',
  'Dr. Me',
  'Nguyễn Thị Ánh',
  'Nguye\u0302\u0303n',
  'ณัฐวุฒิ',
  'ที่รัก',
  'प्रियंका',
  'মৌসুমী',
  'ਗੁਰਪ੍ਰੀਤ',
  'தமிழ்செல்வன்',
  'ශ්‍රී ලාල්',
  'ကျော်စွာ',
  'လျှော့',
  'བསྒྲུབས་ཚེ་རིང་',
  'សុភាព',
  'عَبْدُ ٱللَّٰهِ',
  'نور الهدى',
  'می‌نا',
  'שָׁלוֹם',
  'アン・リー',
  'Ἀλέξανδρος',
  'Llŷr ap Gwynfor',
  'Łukasz',
  'Ọládélé',
  'ʻAlohi',
  'X Æ',
  'ደስታ',
];

describe('the name of a person', () => {
  it.each(realNames)('may be %s', (name) => {
    expect(firstName.parse(name)).toBe(name.normalize('NFC'));
    expect(EditProfileForm.shape.lastName.parse(name)).toBe(name.normalize('NFC'));
  });

  it.each([
    `Ada${'\u0301'.repeat(70)}`,
    'A\u0316\u0317\u0318\u0319da',
    `ก${'\u0e48'.repeat(6)}`,
    `A${'\u20dd'.repeat(4)}`,
  ])('allows few marks over one letter: %j', (name) => {
    expect(messages(firstName, name)).toEqual(['First name has too many accents on one letter']);
    const { lastName } = EditProfileForm.shape;
    expect(messages(lastName, name)).toEqual(['Last name has too many accents on one letter']);
  });
});

describe('a last name', () => {
  const { lastName } = EditProfileForm.shape;

  it('may be left out', () => expect(lastName.parse(' ')).toBe(''));

  it.each([
    ['7', 'Last name must have a letter in it'],
    ['evil.com', 'Last name cannot have a web address in it'],
  ])('follows the same rules: %s', (name, message) => {
    expect(messages(lastName, name)).toEqual([message]);
  });
});

describe.each([
  ['a group', GroupForm.shape.name, 'Group name must have a letter or a digit in it'],
  ['an event', EventForm.shape.title, 'Event title must have a letter or a digit in it'],
])('the name of %s', (_, schema, message) => {
  it.each(['🎉🎉🎉🎉🎉', '\u2800\u2800\u2800\u2800\u2800', '\u3164'.repeat(5), '-----'])(
    'needs visible characters: %j',
    (text) => expect(messages(schema, text)).toEqual([message]),
  );

  it('allows few marks over one letter', () => {
    const what = message.slice(0, message.indexOf(' must'));
    expect(messages(schema, `Walks${'\u0301'.repeat(70)} and tea`)).toEqual([
      `${what} has too many accents on one letter`,
    ]);
  });

  it.each(['Run 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and 👩‍👩‍👧', '10000', 'Talk: example.org and us'])('may be %s', (text) =>
    expect(schema.parse(text)).toBe(text),
  );
});
