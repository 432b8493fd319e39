import { z } from 'zod';
import { fromLondonInput } from '#contract/platform/london-time.ts';
import { Refusal } from '#platform/refusal.ts';

/** The fields of a form, in the order they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

const maxFields = 200;
const deepestName = 5;

/** @throws Refusal `invalid` for more fields than any form has */
export function parseForm(text: string): FormFields {
  if (hasMore(text, '&', maxFields - 1))
    throw new Refusal('invalid', 'The form has too many fields');
  return [...new URLSearchParams(text)];
}

/** Tells whether a character occurs more than `most` times, and stops counting there. */
function hasMore(text: string, sign: string, most: number): boolean {
  let at = text.indexOf(sign);
  for (let found = 0; at !== -1; found += 1) {
    if (found === most) return true;
    at = text.indexOf(sign, at + 1);
  }
  return false;
}

/** The last value of a field. */
export const fieldOf = (fields: FormFields, name: string): string | undefined =>
  fields.findLast(([each]) => each === name)?.[1];

/** The form's own fields. Fields that begin with `_` are about sending it. */
export const ownFields = (fields: FormFields): FormFields =>
  fields.filter(([name]) => !name.startsWith('_'));

interface Tree {
  values: string[];
  children: Map<string, Tree>;
}

/**
 * Converts form fields to the JSON body of the call: `subject.id=5` becomes `{subject: {id: 5}}`.
 * The schema decides whether a value is a number, a boolean or a list item. Other values stay text,
 * so that the schema refuses them in its own words.
 */
export function formValues(schema: z.ZodType | undefined, fields: FormFields): unknown {
  if (!schema) return undefined;
  const root: Tree = { values: [], children: new Map() };
  for (const [name, value] of withMoments(ownFields(fields))) {
    const path = name.split('.');
    if (path.length <= deepestName) leafAt(root, path).values.push(value);
  }
  return objectOf(root, schema);
}

/**
 * Joins `startTime-date` and `startTime-time`, as a London clock shows them, to the moment that the
 * call takes. A moment left blank is missing.
 */
const withMoments = (fields: FormFields): FormFields =>
  fields.flatMap(([name, value]) => {
    const [, base, half] = /^(.+)-(date|time)$/.exec(name) ?? [];
    if (!base) return [[name, value] as const];
    const time = fieldOf(fields, `${base}-time`) ?? '';
    const isGiven = half === 'date' && (value || time);
    return isGiven ? [[base, fromLondonInput(`${value}T${time}`)] as const] : [];
  });

function leafAt(root: Tree, path: string[]): Tree {
  let at = root;
  for (const part of path) {
    const next = at.children.get(part) ?? { values: [], children: new Map() };
    at.children.set(part, next);
    at = next;
  }
  return at;
}

function objectOf(tree: Tree, schema: z.ZodType): Record<string, unknown> {
  const shape = shapeOf(schema);
  const entries = [...tree.children].map(([name, child]) => {
    const own = shape.get(name);
    const value =
      child.children.size > 0 ? objectOf(child, own ?? z.unknown()) : leafOf(child, own);
    return [name, value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function leafOf({ values }: Tree, schema: z.ZodType | undefined): unknown {
  const kinds = kindsOf(schema);
  const element = kinds.get('array');
  if (element) return values.map((value) => valueOf(value, kindsOf(element)));
  return valueOf(values.at(-1) ?? '', kinds);
}

type Kinds = Map<string, z.ZodType | undefined>;

const booleanTexts = new Map([
  ['true', true],
  ['on', true],
  ['false', false],
]);

function valueOf(value: string, kinds: Kinds): unknown {
  if (kinds.has('boolean') && booleanTexts.has(value)) return booleanTexts.get(value);
  if (kinds.has('number') && /^-?\d{1,15}(\.\d{1,10})?$/.test(value)) return Number(value);
  // A blank field counts as missing if it can't be a text.
  const isBlank = value === '' && !kinds.has('string') && kinds.size > 0;
  return isBlank ? undefined : value;
}

/** Lists the JSON types that a schema's value may have. A list maps to the schema of its items. */
function kindsOf(schema: z.ZodType | undefined): Kinds {
  if (!schema) return new Map();
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodUnion)
    return new Map((inner.options as z.ZodType[]).flatMap((option) => [...kindsOf(option)]));
  if (inner instanceof z.ZodArray) return new Map([['array', inner.element as z.ZodType]]);
  if (inner instanceof z.ZodLiteral)
    return new Map([...inner.values].map((value) => [typeof value, undefined]));
  if (inner instanceof z.ZodBoolean) return new Map([['boolean', undefined]]);
  if (inner instanceof z.ZodNumber) return new Map([['number', undefined]]);
  if (inner instanceof z.ZodEnum) return new Map([['choice', undefined]]);
  return inner instanceof z.ZodNull ? new Map() : new Map([['string', undefined]]);
}

/** Maps an object's fields to their schemas; for a union, the fields of all its members. */
function shapeOf(schema: z.ZodType): Map<string, z.ZodType> {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodUnion)
    return new Map((inner.options as z.ZodType[]).flatMap((option) => [...shapeOf(option)]));
  return new Map(inner instanceof z.ZodObject ? Object.entries(inner.shape) : []);
}

/** Strips optional, default and transform wrappers from a schema. */
function unwrapSchema(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  )
    return unwrapSchema(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.in as z.ZodType) : schema;
}
