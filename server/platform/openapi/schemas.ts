import { capitalise } from '#contract/platform/counted.ts';
import { z } from 'zod';
import type { Endpoint } from '#contract/platform/endpoint.ts';

/** The part of JSON Schema (2020-12) that contracts use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  propertyNames?: JsonSchema;
  contentMediaType?: string;
}

export type Schemas = Record<string, JsonSchema>;

export const schemaRef = (name: string) => `#/components/schemas/${name}`;
export const schemaName = (ref: string) => ref.split('/').at(-1) ?? '';

/** Follows a reference to its schema. */
export const resolveSchema = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref ? resolveSchema(schemas[schemaName(schema.$ref)] ?? {}, schemas) : schema;

/** The exports of a contract's modules, by name. */
export type Modules = Record<string, Record<string, unknown>>;

/**
 * Makes the JSON schemas of everything on the wire: capitalised exports by their names, and the
 * `parts` of calls by the caller's own keys.
 */
export function jsonSchemas(modules: Modules, parts: Map<string, z.ZodType>): Schemas {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.values(modules).flatMap((module) => Object.entries(module))) {
    if (schema instanceof z.ZodType && /^[A-Z]/.test(name) && !registry.has(schema))
      registry.add(schema, { id: name });
  }
  const keyOf = new Map<string, string>();
  for (const [key, schema] of parts) {
    if (!registry.has(schema)) registry.add(schema, { id: key });
    keyOf.set(key, registry.get(schema)?.id ?? key);
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: schemaRef,
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
  });
  const plain = mapValues(schemas as Schemas, plainSchema);
  for (const [key, name] of keyOf) if (key !== name) plain[key] = { $ref: schemaRef(name) };
  return plain;
}

const mapValues = <Of>(record: Record<string, Of>, change: (value: Of) => Of) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const largestInteger = Number.MAX_SAFE_INTEGER;
const isDigits = ({ type, pattern }: JsonSchema) => type === 'string' && pattern === '^\\d{1,10}$';

/**
 * Removes constraints that hold for every number, date or schema, and describes numbers as numbers,
 * though digits in a text are accepted too.
 */
function plainSchema(schema: JsonSchema & { $schema?: string; $id?: string }): JsonSchema {
  const { $schema, $id, ...rest } = schema;
  const isNumberOrDigits = rest.anyOf?.some(isDigits) && rest.anyOf.length === 2;
  if (isNumberOrDigits) return { type: 'integer' };
  if (rest.minimum === -largestInteger) delete rest.minimum;
  if (rest.maximum === largestInteger) delete rest.maximum;
  if (rest.format?.startsWith('date')) delete rest.pattern;
  return {
    ...rest,
    ...(rest.anyOf && { anyOf: rest.anyOf.map(plainSchema) }),
    ...(rest.items && { items: plainSchema(rest.items) }),
    ...(rest.properties && { properties: mapValues(rest.properties, plainSchema) }),
    ...(typeof rest.additionalProperties === 'object' && {
      additionalProperties: plainSchema(rest.additionalProperties),
    }),
  };
}

/** A call with its file's noun and its name there. */
export interface Declaration {
  noun: string;
  name: string;
  endpoint: Endpoint;
}

export const partNames = ['params', 'query', 'body', 'response'] as const;
export type Part = (typeof partNames)[number];

/** The schema name for a part of a call that has none of its own: 'CreateGroupBody'. */
export const partKey = (name: string, part: Part) => capitalise(name) + capitalise(part);
