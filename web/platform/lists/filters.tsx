import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Search } from '../../ui/icons.tsx';

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
export function useFilterForm<F extends Filters>(path: string, filters: F) {
  const [, navigate] = useLocation();
  const applied = filteredPath(path, filters);
  const [typed, setTyped] = useState({ at: applied, values: filters });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // What was typed stands until the address changes to something else, a link followed say.
  const stands = typed.at === applied || filteredPath(path, typed.values) === applied;
  const draft = stands ? typed.values : filters;

  const apply = (values: F) => {
    clearTimeout(timer.current);
    navigate(filteredPath(path, values), { replace: true });
  };
  return {
    draft,
    set: (name: keyof F, value: string) => {
      const values = { ...draft, [name]: value, cursor: undefined };
      setTyped({ at: applied, values });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(values), typingPause);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      apply(draft);
    },
  };
}

export interface FilterProps {
  value: string | undefined;
  onChange: (value: string) => void;
}

interface TextFilterProps extends FilterProps {
  label: string;
  name: string;
  placeholder: string;
}

export const TextFilter = ({ label, value, onChange, ...rest }: TextFilterProps) => (
  <Field label={label}>
    {({ id }) => (
      <Input
        id={id}
        {...rest}
        type="search"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

export const SearchButton = ({ className }: { className?: string }) => (
  <Button type="submit" className={className}>
    <Search className="size-5" /> Search
  </Button>
);
