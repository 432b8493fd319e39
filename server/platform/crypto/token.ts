import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database holds of a token: of no use to whoever reads it there. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');
