import { markup, type Html } from '#platform/html.ts';
import { schemaName, type JsonSchema, type Schemas } from '#platform/openapi/schemas.ts';

export const schemaId = (name: string) => `schema-${name}`;

/** Describes the type of a value in words. */
export function kindOf(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = schemaName(schema.$ref);
    return markup`<a href="#${schemaId(name)}">${name}</a>`;
  }
  if ('const' in schema) return literalHtml(schema.const);
  if (schema.enum) return joinKinds(schema.enum.map(literalHtml));
  if (schema.anyOf) return joinKinds(schema.anyOf.map(kindOf));
  if (Array.isArray(schema.type)) {
    return joinKinds(schema.type.map((type) => kindOf({ ...schema, type })));
  }
  if (schema.type === 'array')
    return markup`list of ${schema.items ? kindOf(schema.items) : 'anything'}`;
  return markup`${plainKind(schema)}`;
}

const literalHtml = (value: unknown) => markup`<code>${JSON.stringify(value)}</code>`;

const joinKinds = (kinds: Html[]) =>
  markup`${kinds.map((kind, index) => (index === 0 ? kind : markup` or ${kind}`))}`;

const formatWords: Record<string, string> = {
  'date-time': 'date and time',
  date: 'date',
  binary: 'file',
};

function plainKind(schema: JsonSchema): string {
  const { type, format, properties } = schema;
  if (type === 'string') return (format && formatWords[format]) ?? `text${lengthOf(schema)}`;
  if (type === 'integer') return `whole number${rangeOf(schema)}`;
  if (type === 'number') return `number${rangeOf(schema)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'null') return 'null';
  if (type === 'object') return properties ? 'object' : 'object of names and values';
  return 'anything';
}

const formatNumber = (count: number) => count.toLocaleString('en-GB');

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  if (maxLength === undefined)
    return minLength ? `, at least ${formatNumber(minLength)} characters` : '';
  return minLength
    ? `, ${formatNumber(minLength)} to ${formatNumber(maxLength)} characters`
    : `, at most ${formatNumber(maxLength)} characters`;
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined)
    return `, ${formatNumber(minimum)} to ${formatNumber(maximum)}`;
  return minimum === undefined ? '' : `, at least ${formatNumber(minimum)}`;
}

/** Lists the fields of an object and of nested objects; undefined for a schema without any. */
export function fieldsOf(schema: JsonSchema): Html | undefined {
  const inner = withFields(schema);
  if (!inner) return undefined;
  const fields = Object.entries(inner.properties ?? {}).map(([name, part]) =>
    fieldHtml({ name, schema: part, isNeeded: inner.required?.includes(name) === true }),
  );
  return markup`<dl>${fields}</dl>`;
}

/** Finds the object with fields in a schema: itself, its items, or the first such alternative. */
function withFields(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return withFields(schema.items);
  return schema.anyOf?.map(withFields).find(Boolean);
}

interface Field {
  name: string;
  schema: JsonSchema;
  isNeeded: boolean;
  note?: string | undefined;
}

/** A field with its type. */
export const fieldHtml = ({ name, schema, isNeeded, note }: Field): Html =>
  markup`<div>
    <dt><code>${name}</code>${isNeeded ? undefined : markup` <small>optional</small>`}</dt>
    <dd>
      ${kindOf(schema)}${defaultOf(schema)}${note && markup`<br />${withCode(note)}`}${fieldsOf(schema)}
    </dd>
  </div> `;

const defaultOf = ({ default: value }: JsonSchema) =>
  value === undefined || value === null ? undefined : markup`; ${literalHtml(value)} by default`;

/** Renders text between backticks as code. */
export const withCode = (text: string): Html =>
  markup`${text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))}`;

/** All shared schemas by name. */
export const schemasOf = (schemas: Schemas): Html[] =>
  Object.entries(schemas).map(
    ([name, schema]) =>
      markup`<article id="${schemaId(name)}">
        <h3><code>${name}</code></h3>
        ${fieldsOf(schema) ?? markup`<p>${kindOf(schema)}</p>`}
      </article> `,
  );
