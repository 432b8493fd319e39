import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Checks a form by rules that come when it is first sent: they weigh more than the form. Where they can't be had,
 * the server's refusal says the same.
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
