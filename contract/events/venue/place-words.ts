interface Venue {
  location: string;
  postcode?: string | null | undefined;
}

const isWhole = (postcode: string) => /\d[A-Z]{2}$/.test(postcode);
const withoutSpaces = (text: string) => text.toUpperCase().replaceAll(/\s/g, '');

/** A venue in one line, with its postcode unless the location has it already. */
export const placeLine = ({ location, postcode }: Venue): string =>
  postcode && isWhole(postcode) && !withoutSpaces(location).includes(withoutSpaces(postcode))
    ? `${location}, ${postcode}`
    : location;

const amountPattern = /£\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})?(?!\d)|\b(\d{1,2})p\b/g;
/** The second end of '£3-5', '£3 to 5' and '£3/5' has no sign. */
const priceRangePattern = /£\s?[\d.,]+\s?(?:-|–|—|\/|to|or)\s?\d/;

/** Returns the pounds of a price in words that names exactly one amount: 3 of '£3 on the door'. */
export function soleAmount(priceText: string): number | undefined {
  const [found, another] = [...priceText.matchAll(amountPattern)];
  if (!found || another || priceRangePattern.test(priceText)) return undefined;
  const [, pounds, pence = '', pennies] = found;
  return pennies ? Number(pennies) / 100 : Number(`${pounds?.replaceAll(',', '')}${pence}`);
}
