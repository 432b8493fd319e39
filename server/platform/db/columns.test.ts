import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { users } from '#features/base/accounts/tables.ts';
import type { events } from '#features/events/events/tables.ts';
import type { importedEvents, imports } from '#features/events/imports/tables.ts';
import type { reports } from '#features/safety/reports/tables.ts';
import type { suppressions } from '#platform/mail/tables.ts';
import { isStorable, toStorableJson, UnstorableTextError } from './storable.ts';

describe('a column for text that people bring', () => {
  it('accepts no raw string, and compares with none', () => {
    expectTypeOf<string>().not.toExtend<CleanText>();
    expectTypeOf<CleanText>().toExtend<string>();
    expectTypeOf<string>().not.toExtend<(typeof users.$inferInsert)['firstName']>();
    expectTypeOf<string>().not.toExtend<(typeof events.$inferInsert)['title']>();
    expectTypeOf<string>().not.toExtend<(typeof importedEvents.$inferInsert)['uid']>();
    expectTypeOf<string>().not.toExtend<(typeof suppressions.$inferInsert)['reason']>();
    expectTypeOf<CleanText>().toExtend<(typeof users.$inferInsert)['firstName']>();
  });

  it('accepts none within JSON', () => {
    type Entry = (typeof imports.$inferInsert)['entries'][number];
    expectTypeOf<{
      uid: string;
      line: number;
      title: string;
      reason: string;
    }>().not.toExtend<Entry>();
    type Said = NonNullable<(typeof reports.$inferInsert)['said']>;
    expectTypeOf<string>().not.toExtend<Said['title']>();
    expectTypeOf<string>().not.toExtend<Said['parts'][number]['text']>();
  });
});

describe('a parameter', () => {
  it.each<[unknown, boolean]>([
    ['plain', true],
    ['a pair: 😀', true],
    [String.raw`typed: \u0000 and \ud800`, true],
    ['nothing \0', false],
    ['half \ud800', false],
    [['one', ['\udfff']], false],
    [{ told: 'half \ud800' }, false],
    [{ told: String.raw`typed: \u0000` }, true],
    [Buffer.from([0]), true],
    [new Date(0), true],
    [null, true],
    [5, true],
  ])('%j is storable: %s', (parameter, expected) => {
    expect(isStorable(parameter)).toBe(expected);
  });

  it('of JSON is refused by what it holds, not by how it is written', () => {
    expect(toStorableJson({ text: String.raw`\u0000` })).toContain('u0000');
    expect(() => toStorableJson({ text: '\0' })).toThrow(UnstorableTextError);
    expect(() => toStorableJson(['\\\ud800'])).toThrow(UnstorableTextError);
  });
});
