import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { Field, Input, NativeSelect } from '#web/ui/field.tsx';
import { Search } from '#web/ui/icons.tsx';

type Filters = Record<string, string | undefined>;

/** Appends the filters that are set to `path`, trimmed. */
export function filteredPath(path: string, filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value?.trim()) query.set(name, value.trim());
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const typingPause = 300;

/**
 * Keeps filters in the query string, which changes after a pause in typing, without a new history
 * entry. Without JavaScript, submitting the form does the same.
 */
function useFilterForm<F extends Filters>(path: string, filters: F, clean: (typed: F) => F) {
  const [, navigate] = useLocation();
  const applied = filteredPath(path, filters);
  const [typed, setTyped] = useState({ at: applied, values: filters });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Typed text stays until the address changes otherwise, for example by a link. Once applied,
  // going back to the first address doesn't restore the old text.
  const arrived = filteredPath(path, typed.values) === applied;
  if (arrived && typed.at !== applied) setTyped({ ...typed, at: applied });
  const values = arrived || typed.at === applied ? typed.values : filters;

  const apply = (chosen: F) => {
    clearTimeout(timer.current);
    navigate(filteredPath(path, clean(chosen)), { replace: true });
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
  /** The path of the page with the list. */
  path: string;
  /** The filters in the address. */
  filters: F;
  /** The form's name, if the page has several. */
  label?: string;
  className: string;
  /** Sends the form as a POST without script, so that what is typed isn't in the address. */
  post?: boolean;
  /** Changes what was typed before it is put into the address. */
  clean?: (typed: F) => F;
  /** Renders the fields and the submit button. `filter` returns a field's props by its name. */
  children: (filter: (name: keyof F & string) => FilterProps) => ReactNode;
}

/** A form for a list's filters. */
export function FilterForm<F extends Filters>({
  path,
  filters,
  label,
  className,
  post = false,
  clean = asTyped,
  children,
}: FilterFormProps<F>) {
  const { values, set, submit } = useFilterForm(path, filters, clean);
  const filter = (name: keyof F & string) => ({
    name,
    value: values[name] ?? '',
    onChange: (value: string) => set(name, value),
  });
  return (
    <form
      role="search"
      aria-label={label}
      method={post ? 'post' : undefined}
      action={path}
      onSubmit={submit}
      className={className}
    >
      {children(filter)}
    </form>
  );
}

const asTyped = <F,>(typed: F) => typed;

interface TextFilterProps extends FilterProps {
  label: string;
  type?: 'search' | 'text' | 'date';
  placeholder?: string;
  /** The id of a list of suggestions. */
  list?: string;
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
