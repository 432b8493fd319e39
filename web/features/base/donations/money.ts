const wholePounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
});
const poundsAndPence = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** Formats pence as '£1,250' or '£12.50'. */
export const formatPounds = (pence: number) =>
  (pence % 100 === 0 ? wholePounds : poundsAndPence).format(pence / 100);
