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
function useFilterForm<F extends Filters>({
  path,
  filters,
  clean,
  instead,
}: Address<F> & Changes<F>) {
  const [, navigate] = useLocation();
  const applied = filteredPath(path, filters);
  const settled = { values: filters, since: filters, isTyping: false };
  const [typed, setTyped] = useState(settled);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Typed text stays until the address changes otherwise, for example by a link. Once applied,
  // going back to the first address doesn't restore the old text. Text that has led to a changed
  // address stays until its field is left.
  const leadsHere = (each: F) => filteredPath(path, each) === applied;
  const cleaned = clean(typed.values);
  const changed = typed.isTyping ? [cleaned, instead(cleaned), instead(typed.since)] : [];
  if (![typed.values, typed.since, ...changed].some(leadsHere)) setTyped(settled);
  else if (leadsHere(typed.values) && !leadsHere(typed.since))
    setTyped({ ...typed, since: filters });
  const { values } = typed;

  const apply = (chosen: F) => {
    clearTimeout(timer.current);
    navigate(filteredPath(path, clean(chosen)), { replace: true });
  };
  return {
    values,
    set: (name: keyof F, value: string) => {
      const chosen = { ...values, [name]: value, cursor: undefined };
      setTyped({ values: chosen, since: filters, isTyping: true });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(chosen), typingPause);
    },
    leave: () => setTyped({ ...typed, isTyping: false }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTyped({ ...typed, isTyping: false });
      apply(values);
    },
  };
}

interface Address<F extends Filters> {
  /** The path of the page with the list. */
  path: string;
  filters: F;
}

interface Changes<F extends Filters> {
  /** Changes typed filters before they are put into the address. */
  clean: (typed: F) => F;
  /** Returns the filters that the page may put into the address in place of typed ones. */
  instead: (typed: F) => F;
}

export interface FilterProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Called when its field is left. */
  onBlur: () => void;
}

interface FilterFormProps<F extends Filters> extends Address<F>, Partial<Changes<F>> {
  /** The form's name, if the page has several. */
  label?: string;
  className: string;
  /** Sends the form as a POST without script, so that what is typed isn't in the address. */
  post?: boolean;
  /** Renders the fields and the submit button. `filter` returns a field's props by its name. */
  children: (filter: (name: keyof F & string) => FilterProps) => ReactNode;
}

export function FilterForm<F extends Filters>({
  path,
  filters,
  label,
  className,
  post = false,
  clean = asTyped,
  instead = asTyped,
  children,
}: FilterFormProps<F>) {
  const { values, set, leave, submit } = useFilterForm({ path, filters, clean, instead });
  const filter = (name: keyof F & string) => ({
    name,
    value: values[name] ?? '',
    onChange: (value: string) => set(name, value),
    onBlur: leave,
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
