import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';

/** One column of an answer: its expression, and the place for its value. */
export interface Field {
  path: string[];
  field: Column | SQL | SQL.Aliased | Subquery;
}

/** For each table of a join, whether every row has a match in it. */
export type JoinNullability = Record<string, boolean>;

type Values = unknown[];
type Row = Record<string, unknown>;
type Make = (values: Values) => unknown;
type Numbered = [column: number, field: Field];

/**
 * Builds a row mapper with exactly the result of Drizzle's own mapping, which inspects every field
 * of every row. Undefined if a field is nested deeper than one level.
 */
export function mapperOf(
  fields: Field[],
  certain: JoinNullability | undefined,
): ((rows: Values[]) => Row[]) | undefined {
  if (fields.some(({ path }) => path.length > 2)) return undefined;
  const byKey = Map.groupBy(fields.entries(), ([, { path }]) => path[0] ?? '');
  const makeRow = objectOf(
    [...byKey].map(([key, own]) => {
      const plain = own.find(([, { path }]) => path.length === 1);
      return [key, plain ? cellOf(plain) : partOf(own, certain)];
    }),
  );
  return (rows) => rows.map(makeRow);
}

const objectOf = (makers: [key: string, make: Make][]) => (values: Values) => {
  const made: Row = {};
  for (const [key, make] of makers) made[key] = make(values);
  return made;
};

function cellOf([column, { field }]: Numbered): Make {
  const decoder: Decoder = is(field, Column)
    ? field
    : decoderOf(is(field, SQL) ? field : sqlOf(field));
  if (asRead.has(decodingOf(decoder))) return (values) => values[column];
  return (values) => {
    const value = values[column];
    return value === null ? null : decoder.mapFromDriverValue(value);
  };
}

/** Builds a nested object; null where its columns belong to one table without a matching row. */
function partOf(own: Numbered[], certain: JoinNullability | undefined): Make {
  const makePart = objectOf(own.map((each) => [each[1].path[1] ?? '', cellOf(each)]));
  const columns = own.flatMap(([column, { field }]) =>
    is(field, Column) ? [{ column, table: getTableName(field.table) }] : [],
  );
  const [first] = columns;
  const isOfOne = columns.every(({ table }) => table === first?.table);
  if (!certain || !first || !isOfOne || certain[first.table]) return makePart;
  return (values) => (values[first.column] === null ? null : makePart(values));
}

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

const sqlOf = (field: SQL.Aliased | Subquery): SQL =>
  is(field, Subquery) ? field._.sql : field.sql;

/** The decoder set by `mapWith`. */
const decoderOf = (field: SQL): Decoder => (field as unknown as { decoder: Decoder }).decoder;

const decodingOf = (decoder: Decoder): unknown => Reflect.get(decoder, 'mapFromDriverValue');

/** Decoders that return the driver's value unchanged. */
const asRead = new Set([decodingOf(Column.prototype), decodingOf(decoderOf(new SQL([])))]);
