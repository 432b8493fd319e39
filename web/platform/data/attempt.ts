/**
 * Returns a random idempotency key, by which the server recognises a repeated request. It doesn't
 * use `crypto.randomUUID`, which is missing on sites without HTTPS.
 */
export const newAttempt = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
