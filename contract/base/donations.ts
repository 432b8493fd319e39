import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { largestDonation } from '#contract/platform/limits.ts';
import { paging } from '#contract/platform/values.ts';

/** The status of a donation, as far as the payment provider has reported it. */
export const DonationStatus = z.enum([
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'refunded',
  'disputed',
]);
export type DonationStatus = z.infer<typeof DonationStatus>;

const donationFields = {
  id: z.int().meta({ examples: [30] }),
  /** In pence, like `refundedAmount`. */
  amount: z.int(),
  refundedAmount: z.int(),
  currency: z.string(),
  status: DonationStatus,
  createdAt: z.string(),
};

export const OwnDonation = z.strictObject(donationFields);
export type OwnDonation = z.infer<typeof OwnDonation>;

export const AdminDonation = z.strictObject({
  ...donationFields,
  /** The member who donated; absent for a visitor or a former member. */
  donor: z
    .strictObject({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string().nullable(),
      email: z.string(),
    })
    .nullable(),
});
export type AdminDonation = z.infer<typeof AdminDonation>;

const countAndTotal = { count: z.int(), total: z.int() };

/** Donations received, in pence: without refunds and disputed donations. */
export const DonationSummary = z.strictObject({
  ...countAndTotal,
  /** The last twelve months in London with donations, latest first, as `2026-06`. */
  byMonth: z.array(z.strictObject({ month: z.string(), ...countAndTotal })),
  /** By the amounts that screens suggest, in pounds; `null` for all others together. */
  byTier: z.array(z.strictObject({ amount: z.int().nullable(), ...countAndTotal })),
});
export type DonationSummary = z.infer<typeof DonationSummary>;

const amountRule = `Please choose a whole number of pounds from 1 to ${largestDonation.toLocaleString('en-GB')}`;

/** Starts a donation. Calls with the same `attempt` by the same person start it once. */
export const createPaymentIntent = endpoint('POST /api/create-payment-intent', {
  summary: 'Start a card donation',
  refuses: ['payments_unavailable'],

  access: 'anyone',
  rate: 'payment',
  body: z.object({
    /** In whole pounds. */
    amount: z
      .number('Please select an amount')
      .int(amountRule)
      .min(1, amountRule)
      .max(largestDonation, amountRule),
    /** An id that the caller makes up. */
    attempt: z
      .string()
      .regex(/^[\w-]{16,64}$/, 'attempt must be 16 to 64 letters and digits')
      .optional(),
  }),
  response: z.strictObject({ clientSecret: z.string() }),
});

export const stripeWebhook = endpoint('POST /api/stripe/webhook', {
  summary: 'Receive a payment webhook from Stripe',
  refuses: ['payments_unavailable'],

  access: 'anyone',
  rate: 'webhook',
  signedBy: 'stripe-signature',
  body: z.object({
    payload: z.string('The message is empty'),
    signature: z.string('The message is not signed'),
  }),
  response: z.strictObject({ received: z.literal(true) }),
});

export const myDonations = endpoint('GET /api/user/donations', {
  summary: 'List your donations, newest first',

  access: 'signed_in',
  query: z.object(paging),
  response: z.array(OwnDonation),
});

export const getDonationSummary = endpoint('GET /api/admin/donations/summary', {
  summary: 'Get totals of all donations',

  access: 'admin',
  response: DonationSummary,
});

export const listDonations = endpoint('GET /api/admin/donations', {
  summary: 'List all donations, newest first',

  access: 'admin',
  query: z.object(paging),
  response: z.array(AdminDonation),
});

export const exportDonations = endpoint('GET /api/admin/donations.csv', {
  summary: 'Download all donations as CSV',
  sends: 'text/csv',

  access: 'admin',
  response: z.string(),
});
