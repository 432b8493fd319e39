import { resolveSchema, schemaName, type JsonSchema, type Schemas } from './schemas.ts';

export interface Examples {
  /**
   * Values of fields without an example in the contract, by field name, or by 'owner.field' whose
   * owner is the object's schema, field or call; the first that fits the type is used. A field with
   * an empty list is left out.
   */
  values: Record<string, readonly unknown[]>;
  /** Bodies by the call's name, if the schema is not enough. */
  bodies: Record<string, unknown>;
  /** Text files by the name of the call that takes them in place of JSON. */
  files?: Record<string, string>;
  /** Answers by the call's name, if the schema is not enough or the answer isn't JSON. */
  answers: Record<string, unknown>;
}

interface Sources {
  schemas: Schemas;
  examples: Examples;
}

/** The position of a value: its field and object. */
interface Place {
  field?: string;
  owner: string;
}

/** Makes an example value for a schema from the names of its fields. */
export function exampleOf(declared: JsonSchema, sources: Sources, place: Place): unknown {
  const schema = resolveSchema(declared, sources.schemas);
  if ('const' in schema) return schema.const;
  if (schema.examples) return schema.examples[0];
  const named = valuesFor(place, sources)?.find((value) =>
    fitsSchema(value, schema, sources.schemas),
  );
  if (named !== undefined) return named;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(mostTelling(schema.anyOf, sources.schemas), sources, place);
  const [type] = [schema.type].flat();
  if (type === 'object') {
    const owner = declared.$ref ? schemaName(declared.$ref) : (place.field ?? place.owner);
    return objectOf(schema, sources, owner);
  }
  if (type === 'array') return schema.items ? [exampleOf(schema.items, sources, place)] : [];
  return plainExample(schema, type);
}

const valuesFor = ({ owner, field = '' }: Place, { examples: { values } }: Sources) =>
  values[`${owner}.${field}`] ?? values[field];

/** Picks the first of several forms that isn't empty. */
const mostTelling = (forms: JsonSchema[], schemas: Schemas): JsonSchema =>
  forms.find((form) => !['', null].includes(constOrNull(resolveSchema(form, schemas)))) ?? {};

const constOrNull = (schema: JsonSchema) =>
  schema.type === 'null' ? null : (schema.const ?? schema.enum?.[0] ?? schema) === '' ? '' : '-';

function objectOf({ properties = {}, required = [] }: JsonSchema, sources: Sources, owner: string) {
  const isShown = (field: string) =>
    required.includes(field) || valuesFor({ owner, field }, sources)?.length !== 0;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([field]) => isShown(field))
      .map(([field, schema]) => [field, exampleOf(schema, sources, { owner, field })]),
  );
}

function plainExample(schema: JsonSchema, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return schema.default ?? true;
  if (type === 'null') return null;
  if (type !== 'string') return {};
  if (schema.format === 'date-time') return '2027-03-09T10:30:00.000Z';
  if (schema.format === 'date') return '2027-03-09';
  return 'text';
}

/** Tells whether a value is of the schema's type. */
function fitsSchema(value: unknown, declared: JsonSchema, schemas: Schemas): boolean {
  const schema = resolveSchema(declared, schemas);
  if (schema.anyOf) return schema.anyOf.some((form) => fitsSchema(value, form, schemas));
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
