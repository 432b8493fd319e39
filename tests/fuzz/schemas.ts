import fc from 'fast-check';
import type { z } from 'zod';
import { absurd, byName, day, instant, text, wholeNumber } from './values.ts';

/** The parts of a schema's definition that generating from it needs. */
interface Definition {
  type: string;
  format?: string;
  checks?: { _zod: { def: { format?: string; pattern?: RegExp } } }[];
  in?: z.ZodType;
  innerType?: z.ZodType;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  values?: unknown[];
  entries?: Record<string, unknown>;
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** Ids that may exist, by field name. */
export type KnownIds = Record<string, fc.Arbitrary<unknown>>;

/**
 * Generates values of a schema. Refinements are code that it can't see, so the values are often
 * valid and otherwise nearly so.
 */
export function validValues(schema: z.ZodType, known: KnownIds, name = ''): fc.Arbitrary<unknown> {
  const named = known[name] ?? byName[name];
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([key, part]) => [
            key,
            validValues(part, known, key),
          ]),
        ),
      );
    case 'pipe':
    case 'default':
    case 'optional':
    case 'nullable':
      return wrapped(def, known, name);
    case 'array':
      return fc.array(validValues(inner(def.element), known, name), { maxLength: 5 });
    case 'record':
      return fc.dictionary(text, validValues(inner(def.valueType), known, name), { maxKeys: 5 });
    default:
      return named ?? single(def, known, name);
  }
}

function wrapped(def: Definition, known: KnownIds, name: string): fc.Arbitrary<unknown> {
  const content = validValues(inner(def.in ?? def.innerType), known, name);
  if (def.type === 'pipe') return content;
  const nothing = fc.constant(def.type === 'nullable' ? null : undefined);
  return fc.oneof({ weight: 3, arbitrary: content }, { weight: 1, arbitrary: nothing });
}

function single(def: Definition, known: KnownIds, name: string): fc.Arbitrary<unknown> {
  switch (def.type) {
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => validValues(option, known, name)));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
      return wholeNumber;
    case 'string':
      return textFor(def);
    case 'unknown':
      return absurd;
    default:
      throw new Error(`There is no way yet to make up a ${def.type}: add it to tests/fuzz`);
  }
}

function textFor(def: Definition): fc.Arbitrary<unknown> {
  if (def.format === 'datetime') return instant;
  if (def.format === 'date') return day;
  const patterns = (def.checks ?? []).flatMap(({ _zod: { def: check } }) =>
    check.format === 'regex' && check.pattern ? [check.pattern] : [],
  );
  const [pattern] = patterns;
  return pattern ? fc.oneof(fc.stringMatching(pattern), text) : text;
}

function inner(schema: z.ZodType | undefined): z.ZodType {
  if (!schema) throw new Error('a schema around nothing');
  return schema;
}

/** Generates values with one part replaced, left out or added. */
export const nearlyValid = (fit: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(fit, fc.nat(), absurd, fc.constantFrom('replace', 'remove', 'add', 'pollute'))
    .map(([value, at, other, change]) => changed(value, at, other, change));

function changed(value: unknown, at: number, other: unknown, change: string): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const entries = Object.entries(value);
  if (change === 'add') entries.push(['unheardOf', other]);
  if (change === 'pollute') entries.push(['__proto__', { isAdmin: true, role: 'admin' }]);
  const chosen = entries[at % Math.max(entries.length, 1)];
  if (change === 'remove' && chosen) entries.splice(entries.indexOf(chosen), 1);
  if (change === 'replace' && chosen) chosen[1] = other;
  const made: Record<string, unknown> = {};
  for (const [key, part] of entries) {
    Object.defineProperty(made, key, { value: part, enumerable: true, configurable: true });
  }
  return made;
}
