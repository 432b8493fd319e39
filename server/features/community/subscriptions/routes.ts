import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeSubscription, getSubscription } from '#contract/base/mail.ts';
import type { CallDeps } from '#platform/http/deps.ts';
import { sendError } from '#platform/http/errors.ts';
import { addressSubject } from '#platform/http/client-address/network.ts';
import { ok, route } from '#platform/http/route.ts';
import { invalid } from '#platform/refusal.ts';
import { unsubscribePath } from '#contract/platform/paths.ts';
import { setSubscription } from './mutations.ts';
import { subscriptionAt } from './queries.ts';

export const subscriptionRoutes = [
  route(getSubscription, async ({ query }, { db, signer }) =>
    ok(await subscriptionAt(db, query.token, signer)),
  ),

  route(changeSubscription, async ({ body }, { db, signer, now }) =>
    ok(await setSubscription(db, body.token, body.on, signer, now)),
  ),
];

const oneClick = /List-Unsubscribe["=\s]+One-Click/;
const Token = z.object({ token: z.string().max(500) });

/**
 * Takes the POST that mail programs send for their own unsubscribe button (RFC 8058), and that of
 * the page that ends invitations: forms without session or `Origin`. The signed link names the
 * recipient and the kind of email.
 */
export function mountOneClick(
  app: FastifyInstance,
  { db, clock, signer, rateLimiter }: CallDeps,
): void {
  app.setErrorHandler(sendError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 2048 },
    (_, body, done) => done(null, body),
  );
  app.post('/unsubscribe', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    await rateLimiter?.count('webhook', [addressSubject(request.ip)]);
    const token = tokenIn(request.query);
    if (!oneClick.test(String(request.body))) {
      throw invalid({ 'List-Unsubscribe': 'List-Unsubscribe must be One-Click' });
    }
    await setSubscription(db, token, false, signer, clock());
    return reply.code(200).type('text/plain').send('You have been unsubscribed.\n');
  });
  app.get('/no-invitations/:token', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(unsubscribePath(tokenIn(request.params)), 302),
  );
  app.post('/no-invitations/:token', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    await rateLimiter?.count('webhook', [addressSubject(request.ip)]);
    const token = tokenIn(request.params);
    await setSubscription(db, token, false, signer, clock());
    // Mail programs follow no redirect (RFC 8058, section 3.2).
    return oneClick.test(String(request.body))
      ? reply.code(200).type('text/plain').send('You get no more invitations.\n')
      : reply.redirect(unsubscribePath(token), 303);
  });
}

const tokenIn = (params: unknown): string => Token.catch({ token: '' }).parse(params).token;
