import { describe, expect, it } from 'vitest';
import { documentNames, type DocumentName } from '#contract/safety/compliance.ts';
import { readConfig } from '#platform/config.ts';
import { inForce } from '#features/base/settings/queries.ts';
import { documentValues, rowsOf } from './document-values.ts';
import { textOf } from './documents.ts';
import { factsOf, timeValues } from './facts.ts';
import { entriesOf, harms, questionGroups, questionsOf, questionValues } from './questions.ts';
import { blanksIn, templateOf, textNames, type Values } from './template.ts';

const config = readConfig({});
const figures = { members: 3, admins: 1, groups: 2, events: 5, comments: 8 };
const facts = factsOf(inForce({}, config), figures, config);

/** Lists the names of values, including those in the rows of a list. */
const namesIn = (values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) => [
    name,
    ...(Array.isArray(value) ? Object.keys(value[0] ?? {}) : []),
  ]);

/** Lists the answers that a document shows in the rows of a list. */
const inRows = new Set(
  harms.flatMap(({ name }) =>
    ['likelihood', 'impact', 'level', 'evidence'].map((part) => `${name}_${part}`),
  ),
);

const missing = (wanted: Iterable<string>, present: Iterable<string>) =>
  [...new Set(wanted)].filter((name) => !new Set(present).has(name));

describe.each(documentNames)('the text of %s', (name: DocumentName) => {
  const values = documentValues(name, facts, {});
  const blanks = blanksIn(templateOf(name));

  it('has a value for each blank', () => {
    expect(missing(blanks, Object.values(values).flatMap(namesIn))).toEqual([]);
  });

  it('has a blank for each answer and each conclusion', () => {
    const own = Object.keys({ ...values.answers, ...values.derived });
    expect(missing(own, [...blanks, ...inRows])).toEqual([]);
  });

  it('has unique names for values', () => {
    const all = Object.values(values).flatMap((each) => Object.keys(each));
    expect(all).toHaveLength(new Set(all).size);
  });

  it('has no template marks in its output', () => {
    expect(textOf(name, facts, {})).not.toMatch(/[{}]/);
  });
});

describe.each(documentNames)('the questions of %s', (name: DocumentName) => {
  const template = templateOf(`${name}.questions`);
  const questions = questionsOf(name, facts);

  it('fill each blank', () => {
    expect(missing(blanksIn(template), namesIn(questionValues(facts)))).toEqual([]);
  });

  it('have known fields and unique names', () => {
    const fields = entriesOf(template).flatMap((entry) => [...entry.fields.keys()]);
    const knownFields = /^(?:name|step|optional|hint|suggested|option \w+)$/;
    expect(fields.filter((field) => !knownFields.test(field))).toEqual([]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(questionGroups(name, facts).every((group) => group.lead !== '')).toBe(true);
  });

  it('suggest existing options', () => {
    const isOffered = (value: string, options: readonly { value: string }[]) =>
      options.some((option) => option.value === value);
    const wrong = questions.filter(
      ({ options, suggested }) => options && !isOffered(suggested, options),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the documents' shared values", () => {
  it('have a blank for each fact, and for each field of a row', () => {
    const blanks = textNames.flatMap((name) => [...blanksIn(templateOf(name))]);
    const derived = documentNames.flatMap((name) =>
      namesIn(documentValues(name, facts, {}).derived),
    );
    expect(missing([...namesIn(questionValues(facts)), ...derived], blanks)).toEqual([]);
  });

  it('have a blank in the retention table for each time, and a time for each blank', () => {
    expect(blanksIn(templateOf('data'))).toEqual(new Set(Object.keys(timeValues(facts))));
    expect(rowsOf(templateOf('data')).filter((row) => row.length !== 5)).toEqual([]);
  });

  it('have each kind of illegal content in full', () => {
    const degrees = ['low', 'medium', 'high'];
    expect(blanksIn(templateOf('harms'))).toEqual(new Set());
    expect(new Set(harms.map(({ name }) => name)).size).toBe(harms.length);
    for (const harm of harms) {
      expect(Object.values(harm)).not.toContain('');
      expect(degrees).toContain(harm.likelihood);
      expect(degrees).toContain(harm.impact);
      expect(['negligible', ...degrees]).toContain(harm.level);
    }
  });
});
