/**
 * A random name for one wish, by which the server knows it again: asking again is not giving or making again. Not
 * `crypto.randomUUID`, which a site without HTTPS has not.
 */
export const newAttempt = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
