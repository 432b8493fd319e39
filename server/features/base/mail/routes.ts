import {
  changeMailPreferences,
  deleteSuppression,
  getMail,
  getMailBody,
  getMailPreferences,
  getMailSender,
  listMails,
  listSuppressions,
  receiveMailEvents,
  resendMail,
  retryOwnAddress,
} from '#contract/base/mail.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { senderRecords } from '#platform/mail/sender-records.ts';
import { readReport } from '#platform/mail/provider-events.ts';
import { liftSuppression } from '#platform/mail/suppression.ts';
import { notFound } from '#platform/refusal.ts';
import { styledPolicy } from '#platform/http/content-policy.ts';
import { noContent, ok, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { preferencesOf } from './queries/preferences.ts';
import { findMail, findMails, findSuppressions, refusalCounts } from './queries/mails.ts';
import { changePreferences } from './mutations.ts';

export const mailRoutes = [
  route(getMailPreferences, async (_, { db, viewer }) => ok(await preferencesOf(db, viewer.id))),

  route(changeMailPreferences, async ({ body }, { db, viewer }) =>
    ok(await changePreferences(db, viewer.id, body)),
  ),

  route(getMailSender, async (_, { db, config, now }) => {
    const { supportEmail } = await currentSettings(db, null, config, now);
    const address = config.mailFrom?.address ?? supportEmail;
    const [records, counts] = await Promise.all([
      senderRecords(address.split('@').at(-1) ?? ''),
      refusalCounts(db, now),
    ]);
    return ok({ address, records, ...counts });
  }),

  route(listSuppressions, async ({ query }, { db }) => page(await findSuppressions(db, query))),

  route(receiveMailEvents, async ({ body }, { db, config, now }) => {
    const refused = await readReport(config.mailEvents, body, now);
    await mutations.suppressAll(db, refused, now);
    return noContent();
  }),

  route(deleteSuppression, async ({ params }, { db, viewer, now }) => {
    await mutations.deleteSuppression(db, viewer, params.id, now);
    return noContent();
  }),

  route(retryOwnAddress, async (_, { db, viewer }) => {
    await liftSuppression(db, viewer.email);
    return noContent();
  }),

  route(listMails, async ({ query }, { db }) => page(await findMails(db, query))),

  route(getMail, async ({ params }, { db }) => {
    const mail = await findMail(db, params.id);
    if (!mail) throw notFound('Mail');
    return ok(mail);
  }),

  route(getMailBody, async ({ params }, { db }) => {
    const mail = await findMail(db, params.id);
    if (!mail?.html) throw notFound('Mail');
    return {
      ...ok(mail.html),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': styledPolicy,
        // A sandboxed frame can't have the cluster that every answer asks for.
        'origin-agent-cluster': '?0',
      },
    };
  }),

  route(resendMail, async ({ params }, { db, viewer, now }) => {
    await mutations.resend(db, viewer, params.id, now);
    const mail = await findMail(db, params.id);
    if (!mail) throw notFound('Mail');
    const { messageId: _, text: _text, html: _html, ...summary } = mail;
    return ok(summary);
  }),
];
