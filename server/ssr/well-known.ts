import type { FastifyInstance } from 'fastify';
import { day } from '#contract/platform/durations.ts';
import { mailtoLink } from '#contract/platform/links.ts';
import { passwordPath } from '#contract/platform/paths.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import type { Deps } from '#platform/http/deps.ts';
import { originOf } from '#platform/http/client-address/address.ts';

const securityPath = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year, so that nobody relies on an abandoned site. */
const securityTextMs = 90 * day;

/**
 * Mounts the addresses where programs look for something of every site: whom to tell about a
 * weakness (RFC 9116), and where a member changes their password
 * (https://w3c.github.io/webappsec-change-password-url/).
 */
export function mountWellKnown(
  app: FastifyInstance,
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): void {
  app.get(securityPath, async (request, reply) => {
    const now = clock();
    const { supportEmail } = await currentSettings(db, null, config, now);
    const expires = new Date(now.getTime() + securityTextMs);
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${mailtoLink(supportEmail)}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${originOf(request, config)}${securityPath}`,
          '',
        ].join('\n'),
      );
  });
  app.get('/.well-known/change-password', (_, reply) =>
    reply.header('cache-control', 'no-store').redirect(passwordPath, 302),
  );
}
