import { useQuery } from '@tanstack/react-query';
import { SelectFilter, type FilterProps } from '#web/platform/lists/filters.tsx';
import { categoriesQuery } from './categories.ts';

export function CategoryFilter(props: FilterProps) {
  const { data: all = [] } = useQuery(categoriesQuery());
  return (
    <SelectFilter label="Category" {...props}>
      <option value="">All Categories</option>
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectFilter>
  );
}
