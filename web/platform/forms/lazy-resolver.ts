import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Loads the form's schema at the first submit, because it's larger than the form. If it can't be
 * loaded, the server returns the same errors.
 */
export function lazyResolver<Input extends FieldValues, Context, Output>(
  load: () => Promise<Resolver<Input, Context, Output>>,
): Resolver<Input, Context, Output> {
  return async (values, context, options) => {
    const check = await load().catch(() => undefined);
    return check
      ? check(values, context, options)
      : { values: values as unknown as Output, errors: {} };
  };
}
