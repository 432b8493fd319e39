const whole = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** Formats pence as '£1,250' or '£12.50'. */
export const pounds = (pence: number) => (pence % 100 === 0 ? whole : exact).format(pence / 100);
