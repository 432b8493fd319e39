import { eq } from 'drizzle-orm';
import { minute } from '#contract/platform/durations.ts';
import type { Reader } from '#platform/db/database.ts';
import { memoizeFor } from '#platform/db/memoize.ts';
import { invalid } from '#platform/refusal.ts';
import { categories } from '../tables.ts';

/** They only change with a new version. */
export const allCategories = memoizeFor(5 * minute, async (db) =>
  db.select({ id: categories.id, name: categories.name }).from(categories).orderBy(categories.id),
);

/** @throws Refusal `invalid` */
export async function requireCategory(db: Reader, id: number): Promise<void> {
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, id));
  if (!category) throw invalid({ categoryId: 'Please select a category' });
}
