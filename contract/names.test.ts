import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EditProfileForm, firstName } from './accounts.ts';
import { EventForm } from './events.ts';
import { GroupForm } from './groups.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('a first name', () => {
  it.each([
    'Ada',
    'J.R.',
    'St.John',
    'Mary-Ann',
    'O’Neill',
    "D'Arcy",
    'Ludwig van',
    'Łukasz',
    'あや',
    'محمد',
    'می‌نا',
    'क्‍षा',
    'Ada 2',
  ])('may be %s', (name) => expect(firstName.parse(name)).toBe(name));

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
  ])('is kept without what nobody sees: %j', (name, kept) => {
    expect(firstName.parse(name)).toBe(kept);
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
  ])('is missing where nothing is to be seen: %j', (name) => {
    expect(messages(firstName, name)).toContain('First name is required');
  });

  it.each(['42', '...', '🎉', '\u0301'])('has a letter, unlike %j', (name) => {
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
  ])('is no address: %s', (name) => {
    expect(messages(firstName, name)).toEqual(['First name cannot have a web address in it']);
  });
});

describe('a last name', () => {
  const { lastName } = EditProfileForm.shape;

  it('may be left out', () => expect(lastName.parse(' ')).toBe(''));

  it.each([
    ['7', 'Last name must have a letter in it'],
    ['evil.com', 'Last name cannot have a web address in it'],
  ])('is a name where it is given: %s', (name, message) => {
    expect(messages(lastName, name)).toEqual([message]);
  });
});

describe.each([
  ['a group', GroupForm.shape.name, 'Group name must have a letter or a digit in it'],
  ['an event', EventForm.shape.title, 'Event title must have a letter or a digit in it'],
])('what %s is called', (_, schema, message) => {
  it.each(['🎉🎉🎉🎉🎉', '\u2800\u2800\u2800\u2800\u2800', '\u3164'.repeat(5), '-----'])(
    'has something to read, unlike %j',
    (text) => expect(messages(schema, text)).toEqual([message]),
  );

  it.each(['Run 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and 👩‍👩‍👧', '10000', 'Talk: example.org and us'])('may be %s', (text) =>
    expect(schema.parse(text)).toBe(text),
  );
});
