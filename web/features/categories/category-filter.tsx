import { useQuery } from '@tanstack/react-query';
import { Field, NativeSelect } from '../../ui/field.tsx';
import { categories } from './queries.ts';
import type { FilterProps } from '../../platform/lists/filters.tsx';

export function CategoryFilter({ value, onChange }: FilterProps) {
  const { data: all = [] } = useQuery(categories());
  return (
    <Field label="Category">
      {(control) => (
        <NativeSelect
          id={control.id}
          name="category"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">All Categories</option>
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
