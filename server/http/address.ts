import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from './refusal.ts';

/** A name or an address, with a port or without. */
const hostRule = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The site's outside origin: the configured one, or the one it was asked by.
 * @throws Refusal `invalid` for a `Host` that is none
 */
export function originOf(request: FastifyRequest, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin;
  const host = request.host || 'localhost';
  const origin = `${request.protocol}://${host}`;
  if (!hostRule.test(host) || !URL.canParse(origin)) {
    throw new Refusal('invalid', 'The request does not name a host');
  }
  return origin;
}
