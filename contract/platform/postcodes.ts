import { normalise } from './clean-text.ts';

/**
 * UK postcodes, as Royal Mail writes them: an outward code ('TR18'), its sectors ('TR18 4'), and
 * whole postcodes ('TR18 4AB').
 */
export interface ParsedPostcode {
  outward: string;
  sector?: string;
  whole?: string;
}

/** People take O, I and L for digits, and 0 for an O. */
const wholePattern = /^([A-Z0]{1,2}[0-9OIL][A-Z0-9]?)([0-9OIL])([ABD-HJLNP-UW-Z]{2})$/;
const sectorPattern = /^([A-Z0]{1,2}[0-9OIL][A-Z0-9]?)([0-9OIL])$/;
const spacedSector = /^([A-Z0]{1,2}[0-9OIL][A-Z0-9]?) ([0-9OIL])$/;

/** A district is 0 or begins with another digit, and none ends in a letter like a digit. */
const districtPattern = /^(0|[1-9][0-9A-HJKMNP-Z]?)$/;
const outwardPattern = /^[A-Z]{1,2}(0|[1-9][0-9A-HJKMNP-Z]?)$/;

const areas = new Set(
  'AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GX GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE'.split(
    ' ',
  ),
);

/** Letters and digits with one space between parts, however they were separated. */
const tidy = (text: string): string =>
  normalise(text, 'NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\s\p{P}\p{So}\u2212]+/gu, ' ')
    .trim();

/** A postcode as it was typed, in capitals and digits alone. */
export const compactPostcode = (text: string): string =>
  tidy(text).toUpperCase().replaceAll(' ', '');

const toDigits = (text: string) => text.replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/**
 * Reads an outward code, with letters for digits and an O for a zero where only that makes one of a
 * known area: 'TRI8' is TR18, and 'S014' is SO14.
 */
function readOutward(typed: string): string | undefined {
  if (outwardPattern.test(typed)) return typed;
  const readings = [1, 2].flatMap((letters) => {
    const area = typed.slice(0, letters).replaceAll('0', 'O');
    const district = toDigits(typed.slice(letters));
    return areas.has(area) && districtPattern.test(district) ? [area + district] : [];
  });
  const changes = (reading: string) =>
    [...reading].filter((character, index) => character !== typed[index]).length;
  return readings.toSorted((one, other) => changes(one) - changes(other))[0];
}

/**
 * Without a digit only two words in capitals are a postcode, as in 'MI IAE': 'Hull' is a town, and
 * 'Salford' isn't SA1F 0RD.
 */
const wordsLikeDigits = /^[A-Zlo]+ [A-Zlo]{3}$/;

/** Reads a postcode or its beginning in any case, spacing and punctuation. */
export function parsePostcode(text: string): ParsedPostcode | undefined {
  const tidied = tidy(text);
  const hasDigit = /[0-9]/.test(tidied);
  if (!hasDigit && !wordsLikeDigits.test(tidied)) return undefined;
  const typed = tidied.toUpperCase();
  const compact = typed.replaceAll(' ', '');
  const [, start = '', digit = '', unit = ''] = wholePattern.exec(compact) ?? [];
  const outward = start && readOutward(start);
  if (!outward) return hasDigit ? parsePart(typed, compact) : undefined;
  const sector = `${outward} ${toDigits(digit)}`;
  return { outward, sector, whole: `${sector}${unit}` };
}

function parsePart(typed: string, compact: string): ParsedPostcode | undefined {
  const alone = readOutward(compact);
  const part = spacedSector.exec(typed) ?? (alone ? null : sectorPattern.exec(compact));
  const outward = part?.[1] && readOutward(part[1]);
  if (outward) return { outward, sector: `${outward} ${toDigits(part[2] ?? '')}` };
  return alone ? { outward: alone } : undefined;
}

/** Tells whether a text was meant as a postcode: no town has a digit after one or two letters. */
export const isLikePostcode = (text: string): boolean =>
  parsePostcode(text) !== undefined || beginning.test(tidy(text).toUpperCase());

/** Also one with letters for digits, as far as its end isn't typed yet. */
const beginning =
  /^([A-Z]{1,2} ?[0-9][A-Z0-9 ]{0,7}|(?=.*[0-9])[A-Z0]{1,2}[0-9OIL][A-Z0-9]? ?[0-9OIL][A-Z])$/;

/** Writes a postcode, or its beginning, as Royal Mail does, and any other text as it is. */
export function writePostcode(text: string): string {
  const parsed = parsePostcode(text);
  return parsed?.whole ?? parsed?.sector ?? parsed?.outward ?? text;
}

/** Cuts a whole postcode to its sector, alone or in a longer text; any other text stays as it is. */
export const toSector = (text: string): string => {
  const parsed = parsePostcode(text);
  return (parsed?.whole ? parsed.sector : sectorWithin(text)) ?? text;
};

/** The sector of a whole postcode among other words: 'Penzance, TR18 4AB'. */
function sectorWithin(text: string): string | undefined {
  const [whole = ''] = wholeAmongWords.exec(tidy(text).toUpperCase()) ?? [];
  return parsePostcode(whole)?.sector;
}

const wholeAmongWords = /(?<!\S)[A-Z0]{1,2}[0-9][A-Z0-9]? ?[0-9][ABD-HJLNP-UW-Z]{2}(?!\S)/;

/** The last two letters, as far as they are typed, or a slip of the pen in their place. */
const unit = / ?[A-Z]{1,3}$/;

/**
 * Returns where to look if a text is a postcode or its beginning, or has a whole one in it: its
 * sector, or its outward code alone. Undefined for any other text.
 */
export function postcodeIn(text: string): string | undefined {
  const { sector, outward } = parsePostcode(text) ?? {};
  const begun = parsePostcode(tidy(text).toUpperCase().replace(unit, ''));
  return sector ?? outward ?? begun?.sector ?? sectorWithin(text);
}
