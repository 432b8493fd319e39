import { describe, expect, it } from 'vitest';
import { amountIn, signUpTiers, supportTiers } from './tiers.ts';

describe('donation tiers', () => {
  it('are 5, 10, 20 and 50 pounds on the support and welcome pages', () => {
    expect(supportTiers).toEqual([
      { amount: 5, label: 'Supporter', description: 'Help keep the lights on' },
      { amount: 10, label: 'Supporter +', description: 'Fund our development' },
      { amount: 20, label: 'Legend', description: 'Power our mission' },
      { amount: 50, label: 'Our Hero', description: 'Maximum impact' },
    ]);
  });

  it('are £5 Supporter, £15 Champion, £30 Hero, £50 Legend at sign-up', () => {
    expect(signUpTiers.map(({ amount, label }) => `£${amount} ${label}`)).toEqual([
      '£5 Supporter',
      '£15 Champion',
      '£30 Hero',
      '£50 Legend',
    ]);
  });
});

describe("an address's amount", () => {
  it.each([
    ['1', 1],
    ['20', 20],
    ['5000', 5_000],
    ['0', undefined],
    ['5001', undefined],
    ['-5', undefined],
    ['5.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['', undefined],
    ['<b>5</b>', undefined],
  ])('is a whole number of pounds up to 5,000: %j is %j', (text, amount) => {
    expect(amountIn(new URLSearchParams({ amount: text }))).toBe(amount);
  });
});
