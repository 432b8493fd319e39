import {
  createPaymentIntent,
  getDonationSummary,
  exportDonations,
  listDonations,
  myDonations,
  stripeWebhook,
} from '#contract/base/donations.ts';
import { ok, page, route } from '#platform/http/route.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { beginDonation, recordExport, recordWebhookEvent } from './mutations.ts';
import { allDonations, donationsAsCsv, donationsOf, summaryOf } from './queries.ts';

export const donationRoutes = [
  route(createPaymentIntent, async ({ body }, { db, viewer, config, payments, now }) => {
    const { siteName } = await currentSettings(db, viewer, config, now);
    const payment = {
      amount: body.amount,
      attempt: body.attempt,
      description: `Donation to ${siteName}`,
    };
    return ok({ clientSecret: await beginDonation(db, viewer, payment, payments, now) });
  }),

  route(stripeWebhook, async ({ body }, { db, payments, now }) => {
    await recordWebhookEvent(db, body, payments, now);
    return ok({ received: true as const });
  }),

  route(myDonations, async ({ query }, { db, viewer }) =>
    page(await donationsOf(db, viewer.id, query)),
  ),

  route(getDonationSummary, async (_, { db }) => ok(await summaryOf(db))),

  route(listDonations, async ({ query }, { db }) => page(await allDonations(db, query))),

  route(exportDonations, async (_, { db, viewer, now }) => {
    await recordExport(db, viewer, now);
    return {
      ...ok(await donationsAsCsv(db)),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="donations.csv"',
      },
    };
  }),
];
