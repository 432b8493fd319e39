import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';

const advice =
  'a request came by a proxy (X-Forwarded-For or Forwarded), and TRUST_PROXY is not set: ' +
  'if the proxy is yours, set TRUST_PROXY to how many there are or to their addresses, ' +
  'for without it all visitors count as one caller and the limits hold them up together';

/**
 * Warns once per process, since anybody can send such a header any number of times; the warning
 * repeats nothing from it.
 */
export function warnAboutProxy(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  if (trustProxy !== false) return;
  let hasWarned = false;
  app.addHook('onRequest', (request, _, done) => {
    const { forwarded, 'x-forwarded-for': by } = request.headers;
    if (!hasWarned && (forwarded !== undefined || by !== undefined)) {
      hasWarned = true;
      app.log.warn(advice);
    }
    done();
  });
}
