import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The site's outside origin: the configured one, or the one it was asked by. */
export const originOf = (request: FastifyRequest, config: Config): string =>
  config.publicOrigin ?? `${request.protocol}://${request.host || 'localhost'}`;
