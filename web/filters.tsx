import { useEffect, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';

type Filters = Record<string, string | undefined>;

/** `path` with the filters that are set. */
export function filteredPath(path: string, filters: Filters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
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
  const [draft, setDraft] = useState(filters);
  const wanted = filteredPath(path, draft);

  useEffect(() => setDraft(filters), [applied]);

  useEffect(() => {
    if (wanted === applied) return;
    const timer = setTimeout(() => navigate(wanted, { replace: true }), typingPause);
    return () => clearTimeout(timer);
  }, [wanted]);

  return {
    draft,
    set: (name: keyof F, value: string) => setDraft({ ...draft, [name]: value, cursor: undefined }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      navigate(wanted, { replace: true });
    },
  };
}
