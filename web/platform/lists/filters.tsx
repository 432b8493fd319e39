import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { Field, Input, NativeSelect } from '#web/ui/field.tsx';
import { Search } from '#web/ui/icons.tsx';

type Filters = Record<string, string | undefined>;

/** `path` with the filters that are set, trimmed. */
export function filteredPath(path: string, filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value?.trim()) query.set(name, value.trim());
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const typingPause = 300;

/**
 * Filters that live in the address: typing moves it after a pause, without a new entry in the history. Before
 * JavaScript has arrived the same form does it by being sent.
 */
function useFilterForm<F extends Filters>(path: string, filters: F) {
  const [, navigate] = useLocation();
  const applied = filteredPath(path, filters);
  const [typed, setTyped] = useState({ at: applied, values: filters });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Typed text stays until the address changes to something else, say by a link. Once it has been
  // applied, even the address that it began at doesn't restore the old text.
  const arrived = filteredPath(path, typed.values) === applied;
  if (arrived && typed.at !== applied) setTyped({ ...typed, at: applied });
  const values = arrived || typed.at === applied ? typed.values : filters;

  const apply = (chosen: F) => {
    clearTimeout(timer.current);
    navigate(filteredPath(path, chosen), { replace: true });
  };
  return {
    values,
    set: (name: keyof F, value: string) => {
      const changed = { ...values, [name]: value, cursor: undefined };
      setTyped({ at: applied, values: changed });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(changed), typingPause);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      apply(values);
    },
  };
}

export interface FilterProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

interface FilterFormProps<F extends Filters> {
  /** The page whose list is filtered. */
  path: string;
  /** The filters in the address. */
  filters: F;
  /** The form's name on a page with several. */
  label?: string;
  className: string;
  /** The fields, each with what `filter` knows of it by its name, and the button that sends them. */
  children: (filter: (name: keyof F & string) => FilterProps) => ReactNode;
}

/** The filters of a list. */
export function FilterForm<F extends Filters>({
  path,
  filters,
  label,
  className,
  children,
}: FilterFormProps<F>) {
  const { values, set, submit } = useFilterForm(path, filters);
  const filter = (name: keyof F & string) => ({
    name,
    value: values[name] ?? '',
    onChange: (value: string) => set(name, value),
  });
  return (
    <form role="search" aria-label={label} action={path} onSubmit={submit} className={className}>
      {children(filter)}
    </form>
  );
}

interface TextFilterProps extends FilterProps {
  label: string;
  type?: 'search' | 'text' | 'date';
  placeholder?: string;
}

export const TextFilter = ({ label, type = 'search', onChange, ...rest }: TextFilterProps) => (
  <Field label={label}>
    {({ id }) => (
      <Input id={id} {...rest} type={type} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
);

interface SelectFilterProps extends FilterProps {
  label: string;
  /** The options. */
  children: ReactNode;
}

export const SelectFilter = ({ label, onChange, children, ...rest }: SelectFilterProps) => (
  <Field label={label}>
    {({ id }) => (
      <NativeSelect id={id} {...rest} onChange={(event) => onChange(event.target.value)}>
        {children}
      </NativeSelect>
    )}
  </Field>
);

export const SearchButton = ({ className }: { className?: string }) => (
  <Button type="submit" className={className}>
    <Search className="size-5" /> Search
  </Button>
);
