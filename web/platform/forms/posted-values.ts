import { useState } from 'react';
import type {
  DefaultValues,
  FieldErrors,
  FieldPathByValue,
  FieldValues,
  RegisterOptions,
  UseFormReturn,
} from 'react-hook-form';
import { usePosted } from './posted.tsx';

/**
 * Returns how a form begins: with these values, or after a post that was refused with the texts that were typed and what
 * was wrong with them.
 */
export function usePostedValues<Values extends FieldValues>(
  form: string,
  values: DefaultValues<Values>,
) {
  const { typed, wrong } = usePosted(form);
  const [begun] = useState(() => ({
    defaultValues: Object.assign({}, values, textsOf(values, typed)),
    errors: Object.fromEntries(
      Object.entries(wrong).map(([name, message]) => [name, { type: 'posted', message }]),
    ) as FieldErrors<Values>,
  }));
  return begun;
}

/** Keeps fields of the form that hold text. */
const textsOf = (values: FieldValues, typed: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name]) => values[name] === undefined || typeof values[name] === 'string',
    ),
  );

/** Registers a field that shows its first value before the page's script runs. */
export function registerShown<
  Values extends FieldValues,
  Output,
  Name extends FieldPathByValue<Values, string | undefined>,
>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) {
  const defaultValue: unknown = form.formState.defaultValues?.[name];
  return {
    ...form.register(name, options),
    ...(typeof defaultValue === 'string' && { defaultValue }),
  };
}
