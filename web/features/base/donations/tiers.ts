import { donationAmounts, largestDonation } from '#contract/platform/limits.ts';

export interface Tier {
  /** Whole pounds. */
  amount: number;
  label: string;
  description?: string;
}

const [five, ten, twenty, fifty] = donationAmounts.support;
const [first, second, third, fourth] = donationAmounts.signUp;

/** The tiers of the support and welcome screens (docs/behaviour/base.md, Donations). */
export const supportTiers: readonly Tier[] = [
  { amount: five, label: 'Supporter', description: 'Help keep the lights on' },
  { amount: ten, label: 'Supporter +', description: 'Fund our development' },
  { amount: twenty, label: 'Legend', description: 'Power our mission' },
  { amount: fifty, label: 'Our Hero', description: 'Maximum impact' },
];

/** The amounts that the sign-up screen suggests. */
export const signUpTiers: readonly Tier[] = [
  { amount: first, label: 'Supporter' },
  { amount: second, label: 'Champion' },
  { amount: third, label: 'Hero' },
  { amount: fourth, label: 'Legend' },
];

/** Reads the amount from a query string; undefined unless it is a valid donation. */
export function amountIn(search: URLSearchParams): number | undefined {
  const text = search.get('amount') ?? '';
  const amount = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return amount >= 1 && amount <= largestDonation ? amount : undefined;
}
