import { expect, it } from 'vitest';
import { lazyResolver } from './lazy-resolver.ts';

const values = { email: 'nobody' };
const options = { fields: {}, shouldUseNativeValidation: false };

it('the lazy resolver validates with the loaded schema', async () => {
  const errors = { email: { type: 'format', message: 'Please enter a valid email' } };
  const check = lazyResolver(async () => () => ({ values: {}, errors }));
  expect(await check(values, undefined, options)).toEqual({ values: {}, errors });
});

it('the lazy resolver leaves validation to the server if the schema can’t be loaded', async () => {
  const check = lazyResolver(() => Promise.reject(new Error('offline')));
  expect(await check(values, undefined, options)).toEqual({ values, errors: {} });
});
