import { eq, sql } from 'drizzle-orm';
import { alias, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { transaction, type Reader } from '../database.ts';
import { maxNamed, statement } from './statements.ts';

const halls = pgTable('hall', {
  id: integer().notNull(),
  name: text().notNull(),
  capacity: integer(),
  openedAt: timestamp('opened_at', { withTimezone: true }),
  hasStage: boolean('has_stage'),
  facts: jsonb(),
  parentId: integer('parent_id'),
});
const keepers = pgTable('keeper', { hallId: integer('hall_id').notNull(), phone: text() });
const parents = alias(halls, 'parent');

const { db, close } = await openTestDatabase();

beforeAll(async () => {
  await db.execute(sql`CREATE TABLE hall (id integer, name text, capacity integer, opened_at timestamptz,
    has_stage boolean, facts jsonb, parent_id integer)`);
  await db.execute(sql`CREATE TABLE keeper (hall_id integer, phone text)`);
  await db.execute(sql`INSERT INTO hall VALUES
    (1, 'Old hall', 80, '1912-05-04 10:00Z', true, '{"roof": "slate"}', NULL),
    (2, 'Annexe', NULL, NULL, NULL, NULL, 1)`);
  await db.execute(sql`INSERT INTO keeper VALUES (1, NULL)`);
});
afterAll(close);

const whole = { id: halls.id, name: halls.name, capacity: halls.capacity };

type Select = PromiseLike<unknown[]> & {
  prepare: (name: string) => { execute: () => Promise<unknown[]> };
};

const shapes: Record<string, (reader: Reader) => Select> = {
  'columns of every kind, empty ones too': (reader) => reader.select().from(halls),
  'expressions, with what is made of them': (reader) =>
    reader
      .select({
        big: sql<boolean>`${halls.capacity} > 50`,
        size: sql`${halls.capacity}`.mapWith(String),
        named: sql<string>`upper(${halls.name})`.as('named'),
      })
      .from(halls),
  'a row joined, or none': (reader) =>
    reader
      .select({ id: halls.id, parent: { id: parents.id, name: parents.name } })
      .from(halls)
      .leftJoin(parents, eq(parents.id, halls.parentId)),
  'a row joined whose first column is empty': (reader) =>
    reader
      .select({ id: halls.id, keeper: { phone: keepers.phone, hallId: keepers.hallId } })
      .from(halls)
      .leftJoin(keepers, eq(keepers.hallId, halls.id)),
  'parts of two tables, and of expressions': (reader) =>
    reader
      .select({
        both: { parent: parents.name, phone: keepers.phone },
        made: { twice: sql<number>`${parents.id} * 2`, name: parents.name },
        own: { capacity: halls.capacity, name: halls.name },
      })
      .from(halls)
      .leftJoin(parents, eq(parents.id, halls.parentId))
      .leftJoin(keepers, eq(keepers.hallId, halls.id)),
  'a row that is certainly there': (reader) =>
    reader
      .select({ hall: whole, parent: { capacity: parents.capacity, hasStage: parents.hasStage } })
      .from(halls)
      .innerJoin(parents, eq(parents.id, halls.id)),
  'parts of another select': (reader) => {
    const named = reader.select(whole).from(halls).as('named');
    return reader.select({ id: named.id, part: { name: named.name } }).from(named);
  },
};

describe('a prepared statement', () => {
  it.each(Object.entries(shapes))('answers like any other: %s', async (name, build) => {
    const prepared = statement(db, `rows ${name}`, build);
    const rows = await prepared.execute();
    expect(rows).toEqual(await build(db));
    expect(rows.length).toBe(2);
    expect(prepared).toHaveProperty('customResultMapper', expect.any(Function));
  });

  it("answers like any other: an insert's returned row", async () => {
    const insert = (reader: Reader) =>
      reader
        .insert(keepers)
        .values({ hallId: sql.placeholder('hall'), phone: '01632 960000' })
        .returning({ hallId: keepers.hallId, phone: keepers.phone });
    expect(await statement(db, 'rows_insert', insert).execute({ hall: 2 })).toEqual([
      { hallId: 2, phone: '01632 960000' },
    ]);
  });
});

it('each statement has a name of its own, however long', async () => {
  const long = 'l'.repeat(70);
  const number = (reader: Reader, value: number) =>
    reader
      .select({ value: sql<number>`${sql.raw(String(value))}::int` })
      .from(keepers)
      .limit(1);
  const first = statement(db, `${long}1`, (own) => number(own, 1));
  const second = statement(db, `${long}2`, (own) => number(own, 2));
  expect([await first.execute(), await second.execute()]).toEqual([[{ value: 1 }], [{ value: 2 }]]);
});

it('named statements are limited in number on a connection, and further ones run unprepared', async () => {
  await transaction(db, async (tx) => {
    for (let shape = 0; shape < maxNamed + 50; shape += 1) {
      const made = statement(tx, `made_up_${shape}`, (own) =>
        own
          .select({ shape: sql<number>`${sql.raw(String(shape))}::int` })
          .from(keepers)
          .limit(1),
      );
      expect(await made.execute()).toEqual([{ shape }]);
    }
    const { rows } = await tx.execute<{ kept: number }>(
      sql`select count(*)::int as kept from pg_prepared_statements where name like 'made_up_%'`,
    );
    expect(rows).toEqual([{ kept: maxNamed }]);
  });
});
