/**
 * UK postcodes, as Royal Mail writes them: an outward code ('TR18'), its sectors ('TR18 4'), and
 * whole postcodes ('TR18 4AB').
 */
export interface ParsedPostcode {
  outward: string;
  sector?: string;
  whole?: string;
}

const postcodePattern = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9])([ABD-HJLNP-UW-Z]{2})$/;
const sectorPattern = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9])$/;
const spacedSector = /^([A-Z]{1,2}[0-9][A-Z0-9]?) +([0-9])$/;
const outwardAlone = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;

/** Reads a postcode or its beginning in any case and spacing. */
export function parsePostcode(text: string): ParsedPostcode | undefined {
  const typed = text.trim().toUpperCase();
  const compact = typed.replace(/\s+/g, '');
  const full = postcodePattern.exec(compact);
  if (full) {
    const [, code = '', digit = '', unit = ''] = full;
    return { outward: code, sector: `${code} ${digit}`, whole: `${code} ${digit}${unit}` };
  }
  const part =
    spacedSector.exec(typed) ?? (outwardAlone.test(compact) ? null : sectorPattern.exec(compact));
  if (part) return { outward: part[1] ?? '', sector: `${part[1]} ${part[2]}` };
  return outwardAlone.test(compact) ? { outward: compact } : undefined;
}

/** Tells whether a text was meant as a postcode: no town has a digit after one or two letters. */
export const isLikePostcode = (text: string): boolean =>
  /^\s*[a-z]{1,2}\s?[0-9][a-z0-9\s]{0,7}$/i.test(text);

/** Cuts a whole postcode to its sector, and leaves any other text as it is. */
export const toSector = (text: string): string => {
  const parsed = parsePostcode(text);
  return parsed?.whole ? (parsed.sector ?? parsed.outward) : text;
};
