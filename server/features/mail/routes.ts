import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  changeMailPreferences,
  changeSubscription,
  getMail,
  getMailPreferences,
  getSubscription,
  listMails,
  resendMail,
} from '../../../contract/mail.ts';
import { sendError } from '../../platform/http/errors.ts';
import type { CallDeps } from '../../platform/http/deps.ts';
import { addressSubject } from '../../platform/http/network.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { ok, page, route } from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { preferencesOf, subscriptionAt } from './queries/preferences.ts';
import { findMail, findMails } from './queries/mails.ts';
import { changePreferences, setSubscription } from './mutations.ts';

export const mailRoutes = [
  route(getMailPreferences, async (_, { db, viewer }) => ok(await preferencesOf(db, viewer.id))),

  route(changeMailPreferences, async ({ body }, { db, viewer }) =>
    ok(await changePreferences(db, viewer.id, body)),
  ),

  route(getSubscription, async ({ query }, { db, signer }) =>
    ok(await subscriptionAt(db, query.token, signer)),
  ),

  route(changeSubscription, async ({ body }, { db, signer }) =>
    ok(await setSubscription(db, body.token, body.on, signer)),
  ),

  route(listMails, async ({ query }, { db }) => page(await findMails(db, query))),

  route(getMail, async ({ params }, { db }) => {
    const mail = await findMail(db, params.id);
    if (!mail) throw notFound('Mail');
    return ok(mail);
  }),

  route(resendMail, async ({ params }, { db, viewer, now }) => {
    await mutations.resend(db, viewer, params.id, now);
    const mail = await findMail(db, params.id);
    if (!mail) throw notFound('Mail');
    const { messageId: _, text: _text, html: _html, ...summary } = mail;
    return ok(summary);
  }),
];

const oneClick = /List-Unsubscribe["=\s]+One-Click/;
const Token = z.object({ token: z.string().max(500) });

/**
 * Takes the POST that mail programs send when their own unsubscribe button is pressed (RFC 8058): a form, no
 * session, no `Origin`. The signed link says whose mails of what sort are meant.
 */
export function mountOneClick(app: FastifyInstance, { db, signer, rateLimiter }: CallDeps): void {
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
    const { token } = Token.catch({ token: '' }).parse(request.query);
    if (!oneClick.test(String(request.body))) {
      throw invalid({ 'List-Unsubscribe': 'List-Unsubscribe must be One-Click' });
    }
    await setSubscription(db, token, false, signer);
    return reply.code(200).type('text/plain').send('You have been unsubscribed.\n');
  });
}
