import { useSyncExternalStore } from 'react';
import { useSite } from '#web/platform/site.tsx';

type Texts = Readonly<Record<string, string | undefined>>;

const noTexts: Texts = {};

/**
 * Returns the values and errors of a form posted without script, if the server sent the visitor
 * back here. `form` is the form's method and path.
 */
export function usePosted(form: string): { typed: Texts; wrong: Texts } {
  const { flash } = useSite();
  const own = flash?.form === form ? flash : undefined;
  return { typed: own?.typed ?? noTexts, wrong: own?.fields ?? noTexts };
}

/** Names the page of a form where the page's address is a key, so that browsers send no referrer. */
export const SentFrom = ({ path }: { path: string }) => (
  <input type="hidden" name="_from" value={path} />
);

/** Stands before a checkbox: a browser sends nothing for one without a tick. */
export const UncheckedValue = ({ name }: { name: string }) => (
  <input type="hidden" name={name} value="false" />
);

const neverChanges = () => () => undefined;

/** Returns true once the page is hydrated. */
export const useIsScripted = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
