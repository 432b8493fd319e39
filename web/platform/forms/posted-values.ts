import { useState } from 'react';
import type {
  DefaultValues,
  FieldError,
  FieldErrors,
  FieldPathByValue,
  FieldValues,
  RegisterOptions,
  UseFormReturn,
} from 'react-hook-form';
import { joinWallTime } from '#web/ui/wall-time.ts';
import { usePosted } from './posted.tsx';

/** The first values of a form; undefined for a choice that nobody has made yet. */
export type FirstValues<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/**
 * Returns how a form begins: with these values, or after a post that was refused with the text that
 * was typed and the errors.
 */
export function usePostedValues<Values extends FieldValues>(
  form: string,
  values: FirstValues<Values>,
) {
  const { typed, wrong } = usePosted(form);
  const [start] = useState(() => ({
    defaultValues: { ...values, ...typedValues(values, typed) } as DefaultValues<Values>,
    errors: Object.fromEntries(
      Object.entries(wrong).map(([name, message]) => [name, { type: 'posted', message }]),
    ) as FieldErrors<Values>,
  }));
  return start;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Only fields of the form count: a browser also sends those that it doesn't show. */
const typedValues = (values: FieldValues, typed: Texts) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, typedValue(value, name, typed)] as const)
      .filter(([, value]) => value !== undefined),
  );

/** Converts text to the kind of value that the field has. A moment comes as a day and a time. */
function typedValue(value: unknown, name: string, typed: Texts): unknown {
  const { [name]: text, [`${name}-date`]: day, [`${name}-time`]: time } = typed;
  if (day !== undefined) return joinWallTime(day, time ?? '');
  if (text === undefined) return undefined;
  if (typeof value === 'boolean') return text !== 'false';
  if (typeof value === 'number') return /^\d+$/.test(text) ? Number(text) : value;
  return value === undefined || typeof value === 'string' ? text : undefined;
}

/**
 * Registers a field, and returns its error with the rest. It shows its first value in the page that
 * the server sends. The browser's form gets its values from the form library: it would take
 * `defaultChecked` for the member's choice, in place of a restored draft.
 */
export function registerShown<
  Values extends FieldValues,
  Output,
  Name extends FieldPathByValue<Values, string | number | boolean | null | undefined>,
>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'register' | 'formState'>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) {
  return {
    ...form.register(name, options),
    ...(import.meta.env.SSR && inputProps(form.formState.defaultValues?.[name])),
    error: (form.formState.errors as Record<string, FieldError | undefined>)[name]?.message,
  };
}

function inputProps(value: unknown): { defaultValue?: string; defaultChecked?: boolean } {
  if (typeof value === 'boolean') return { defaultChecked: value };
  return typeof value === 'string' ? { defaultValue: value } : {};
}
