import { cleanTexts } from '#contract/platform/clean-text.ts';
import { childAdults, children } from '#features/events/household/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { demoContent } from './content.ts';

/** The ids of the children whom an adult answers for, by the adult's key. */
export type Families = Map<string, number[]>;

/** Adds the children, and returns them by the first of their adults. */
export async function addHouseholds(tx: Transaction, ids: Map<string, string>): Promise<Families> {
  const families: Families = new Map();
  for (const { adults, children: own } of demoContent().households) {
    const rows = await tx.insert(children).values(cleanTexts(own)).returning({ id: children.id });
    const looking = adults.flatMap((key, place) => {
      const userId = key && ids.get(key);
      return userId ? rows.map(({ id }) => ({ childId: id, userId, invited: place > 0 })) : [];
    });
    await tx.insert(childAdults).values(looking);
    const childIds = rows.map(({ id }) => id);
    families.set(adults[0], childIds);
  }
  return families;
}
