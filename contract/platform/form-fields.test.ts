import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';

/** Tells whether a schema has an object in it that keeps fields which it doesn't name. */
const keepsUnknown = (schema: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes(
    '"additionalProperties":{}',
  );

const withBody = endpoints.flatMap((endpoint) =>
  'body' in endpoint ? [[endpoint.key, endpoint.body] as [string, z.ZodType]] : [],
);

it('a handler gets no field that its form doesn’t name', () => {
  const keeping = withBody.filter(([, body]) => keepsUnknown(body)).map(([key]) => key);
  expect(keeping).toEqual([]);
});

it('a form that kept every field would be found', () => {
  expect(keepsUnknown(z.object({ group: z.looseObject({ id: z.int() }) }))).toBe(true);
});
