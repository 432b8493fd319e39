import { expect, it } from 'vitest';
import { lazyResolver } from './lazy-resolver.ts';

const values = { email: 'nobody' };
const options = { fields: {}, shouldUseNativeValidation: false };

it('checks a form by the rules that come', async () => {
  const errors = { email: { type: 'format', message: 'Please enter a valid email' } };
  const check = lazyResolver(async () => () => ({ values: {}, errors }));
  expect(await check(values, undefined, options)).toEqual({ values: {}, errors });
});

it('leaves a form to the server where its rules can’t be had', async () => {
  const check = lazyResolver(() => Promise.reject(new Error('offline')));
  expect(await check(values, undefined, options)).toEqual({ values, errors: {} });
});
