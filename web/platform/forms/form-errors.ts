import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureOf } from '#web/platform/data/api.ts';

/**
 * Shows a call's field errors beside the fields and focuses the first. Returns true if the form has
 * any of these fields.
 */
export function applyFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): boolean {
  const { fields = {} } = failureOf(error);
  const known = Object.keys(form.getValues()).filter((name) => fields[name] !== undefined);
  for (const [index, name] of known.entries()) {
    const message = fields[name] ?? '';
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}
