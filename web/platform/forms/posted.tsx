import { useSyncExternalStore, type ComponentProps } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { urlOf } from '#web/platform/data/api.ts';
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

interface CallFormProps extends ComponentProps<'form'> {
  call: ApiKey;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Makes the call where there is script; the form itself posts it where there is none. */
  onSend?: () => void;
}

/** A form whose button makes a call, with and without script. */
export const CallForm = ({ call, params, query, onSend, children, ...form }: CallFormProps) => (
  <form
    method="post"
    action={urlOf(call, { params, query })}
    onSubmit={(submission) => {
      if (!onSend) return;
      submission.preventDefault();
      onSend();
    }}
    {...form}
  >
    {/* Browsers can't send another method than POST. */}
    {!call.startsWith('POST ') && <input type="hidden" name="_method" value={call.split(' ')[0]} />}
    {children}
  </form>
);

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
