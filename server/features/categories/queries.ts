import type { Reader } from '../../platform/db/database.ts';
import { categories } from './tables.ts';
import { eq } from 'drizzle-orm';
import { invalid } from '../../platform/refusal.ts';

export const allCategories = (db: Reader) => db.select().from(categories).orderBy(categories.id);

/** @throws Refusal `invalid` */
export async function requireCategory(db: Reader, id: number): Promise<void> {
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, id));
  if (!category) throw invalid({ categoryId: 'Please select a category' });
}
