import { useSyncExternalStore } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { useSite } from '#web/platform/site.tsx';

type Texts = Readonly<Record<string, string | undefined>>;

const none: Texts = {};

/**
 * Returns the fields and errors of a form that the browser itself posted, where the answer led back
 * to this page. `form` is the form's method and address.
 */
export function usePosted(form: string): { typed: Texts; wrong: Texts } {
  const { flash } = useSite();
  const own = flash?.form === form ? flash : undefined;
  return { typed: own?.typed ?? none, wrong: own?.fields ?? none };
}

/** For a form of another method than POST, which no browser sends. */
export const SentAs = ({ keyOf }: { keyOf: ApiKey }) => (
  <input type="hidden" name="_method" value={keyOf.split(' ')[0]} />
);

const neverChanges = () => () => undefined;

/** Whether the page's script has taken over. */
export const useIsScripted = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
