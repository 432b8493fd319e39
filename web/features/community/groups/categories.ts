import { useQuery } from '@tanstack/react-query';
import { query } from '#web/platform/data/queries.ts';

export const categoriesQuery = () => query('GET /api/categories');

/** Returns the name of a category by its id in an address. */
export function useCategoryName(id: string | undefined): string | undefined {
  const { data = [] } = useQuery(categoriesQuery());
  return data.find((category) => String(category.id) === id)?.name;
}
