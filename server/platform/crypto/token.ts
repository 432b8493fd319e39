import { createHash, randomBytes } from 'node:crypto';

/** Makes a token of 256 bits, for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Hashes a token for storage, so that a leaked database reveals no usable token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');
