import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { newPassword } from './sign-in.ts';

/** Secrets in a call's body that an attacker could guess. */
const secrets = new Set(['password', 'currentPassword', 'code']);

/** Fields that are named like a secret and have none. */
const nobodysSecret = new Set([
  // The caller has just received the key that makes the code.
  'POST /api/auth/user/two-step: code',
]);

/** Lists the names of a schema's fields, each with its own schema. */
function fieldsOf(schema: z.ZodType | undefined): [string, unknown][] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => fieldsOf(option as z.ZodType));
  }
  return schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
}

/**
 * Lists the fields of a call that contain an existing secret; a new secret belongs to nobody yet.
 */
const guessFieldsOf = ({ key, body, query, params }: Endpoint) =>
  [body, query, params]
    .flatMap(fieldsOf)
    .filter(([name, field]) => secrets.has(name) && field !== newPassword)
    .map(([name]) => name)
    .filter((name) => !nobodysSecret.has(`${key}: ${name}`));

it('every call with a password or code declares a guess and a rate', () => {
  const asking = (endpoints as readonly Endpoint[]).filter(
    (endpoint) => guessFieldsOf(endpoint).length > 0 || endpoint.guesses,
  );
  expect(asking.length).toBeGreaterThan(6);
  for (const endpoint of asking) {
    expect([endpoint.key, ...Object.values(endpoint.guesses ?? {}).toSorted()]).toEqual([
      endpoint.key,
      ...guessFieldsOf(endpoint).toSorted(),
    ]);
    expect([endpoint.key, endpoint.rate]).toEqual([endpoint.key, 'sign_in']);
  }
});
