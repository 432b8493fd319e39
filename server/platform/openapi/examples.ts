import { resolved, type JsonSchema, type Schemas } from './schemas.ts';

/**
 * Example values by field name, of which the first that fits the type is used. An optional field
 * with an empty list is left out.
 */
export type Vocabulary = Record<string, readonly unknown[]>;

interface Making {
  schemas: Schemas;
  vocabulary: Vocabulary;
  /** True for all fields, false for the required ones only. */
  whole: boolean;
}

/** Makes an example value for a schema from the names of its fields. */
export function exampleOf(given: JsonSchema, making: Making, name = ''): unknown {
  const schema = resolved(given, making.schemas);
  if ('const' in schema) return schema.const;
  if (schema.examples) return schema.examples[0];
  const known = making.vocabulary[name]?.find((value) => fits(value, schema, making.schemas));
  if (known !== undefined) return known;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(mostTelling(schema.anyOf, making.schemas), making, name);
  const [type] = [schema.type].flat();
  if (type === 'object') return objectOf(schema, making);
  if (type === 'array') return schema.items ? [exampleOf(schema.items, making, name)] : [];
  return plain(schema, type);
}

/** Picks the first of several forms that isn't empty. */
const mostTelling = (forms: JsonSchema[], schemas: Schemas): JsonSchema =>
  forms.find((form) => !['', null].includes(nothing(resolved(form, schemas)))) ?? {};

const nothing = (schema: JsonSchema) =>
  schema.type === 'null' ? null : (schema.const ?? schema.enum?.[0] ?? schema) === '' ? '' : '-';

function objectOf({ properties = {}, required = [] }: JsonSchema, making: Making): unknown {
  const isTold = ([name]: [string, JsonSchema]) =>
    required.includes(name) || (making.whole && making.vocabulary[name]?.length !== 0);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(isTold)
      .map(([name, schema]) => [name, exampleOf(schema, making, name)]),
  );
}

function plain(schema: JsonSchema, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return schema.default ?? true;
  if (type === 'null') return null;
  if (type !== 'string') return {};
  if (schema.format === 'date-time') return '2027-03-09T10:30:00.000Z';
  if (schema.format === 'date') return '2027-03-09';
  return 'text';
}

/** Tells whether a word is of the schema's type. */
function fits(value: unknown, given: JsonSchema, schemas: Schemas): boolean {
  const schema = resolved(given, schemas);
  if (schema.anyOf) return schema.anyOf.some((form) => fits(value, form, schemas));
  if ('const' in schema) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.format === 'date') return typeof value === 'string' && value.length === 10;
  return kindsOf(value).some((kind) => [schema.type].flat().includes(kind));
}

function kindsOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}
