export interface Tier {
  /** Whole pounds. */
  amount: number;
  label: string;
  description?: string;
}

/** The tiers of the support and welcome screens (specification §9). */
export const supportTiers: readonly Tier[] = [
  { amount: 5, label: 'Supporter', description: 'Help keep the lights on' },
  { amount: 10, label: 'Supporter +', description: 'Fund our development' },
  { amount: 20, label: 'Legend', description: 'Power our mission' },
  { amount: 50, label: 'Our Hero', description: 'Maximum impact' },
];

/** What the sign-up screen suggests. */
export const signUpTiers: readonly Tier[] = [
  { amount: 5, label: 'Supporter' },
  { amount: 15, label: 'Champion' },
  { amount: 30, label: 'Hero' },
  { amount: 50, label: 'Legend' },
];

const largest = 5_000;

/** The amount an address carries; undefined for what is no amount that can be given. */
export function amountIn(search: URLSearchParams): number | undefined {
  const amount = Number(search.get('amount') ?? Number.NaN);
  return Number.isInteger(amount) && amount >= 1 && amount <= largest ? amount : undefined;
}
