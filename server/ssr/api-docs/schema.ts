import { markup, type Html } from '#platform/html.ts';
import { schemaName, type JsonSchema, type Schemas } from '#platform/openapi/schemas.ts';

export const schemaId = (name: string) => `schema-${name}`;

/** Describes the type of a value in words. */
export function kindOf(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = schemaName(schema.$ref);
    return markup`<a href="#${schemaId(name)}">${name}</a>`;
  }
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return joined(schema.enum.map(literal));
  if (schema.anyOf) return joined(schema.anyOf.map(kindOf));
  if (Array.isArray(schema.type)) {
    return joined(schema.type.map((type) => kindOf({ ...schema, type })));
  }
  if (schema.type === 'array')
    return markup`list of ${schema.items ? kindOf(schema.items) : 'anything'}`;
  return markup`${plainKind(schema)}`;
}

const literal = (value: unknown) => markup`<code>${JSON.stringify(value)}</code>`;

const joined = (kinds: Html[]) =>
  markup`${kinds.map((kind, index) => (index === 0 ? kind : markup` or ${kind}`))}`;

const texts: Record<string, string> = {
  'date-time': 'date and time',
  date: 'date',
  binary: 'file',
};

function plainKind(schema: JsonSchema): string {
  const { type, format, properties } = schema;
  if (type === 'string') return (format && texts[format]) ?? `text${lengthOf(schema)}`;
  if (type === 'integer') return `whole number${rangeOf(schema)}`;
  if (type === 'number') return `number${rangeOf(schema)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'null') return 'null';
  if (type === 'object') return properties ? 'object' : 'object of names and values';
  return 'anything';
}

const english = (count: number) => count.toLocaleString('en-GB');

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  if (maxLength === undefined)
    return minLength ? `, at least ${english(minLength)} characters` : '';
  return minLength
    ? `, ${english(minLength)} to ${english(maxLength)} characters`
    : `, at most ${english(maxLength)} characters`;
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined)
    return `, ${english(minimum)} to ${english(maximum)}`;
  return minimum === undefined ? '' : `, at least ${english(minimum)}`;
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
  value === undefined || value === null ? undefined : markup`; ${literal(value)} by default`;

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
