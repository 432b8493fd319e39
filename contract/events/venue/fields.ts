import { z } from 'zod';
import { accessFacts, factValues, type AccessFact } from './access-facts.ts';
import { parsePostcode, writePostcode } from '#contract/platform/postcodes.ts';
import { cleanText, withoutControls } from '#contract/platform/clean-text.ts';

const factMessage = 'Please say yes, no or unknown for each access fact';
const FactValue = z.enum(factValues, factMessage);

export const Access = z.strictObject(
  Object.fromEntries(accessFacts.map((fact) => [fact, FactValue])) as Record<
    AccessFact,
    typeof FactValue
  >,
);

const SomeFacts = z.partialRecord(z.enum(accessFacts), FactValue);

/** Checked as a whole, so that a wrong fact is refused under the field's own name. */
export const AccessChanges = z
  .unknown()
  .refine((facts) => SomeFacts.safeParse(facts).success, factMessage)
  .meta({
    type: 'object',
    propertyNames: { enum: accessFacts },
    additionalProperties: { enum: factValues },
  })
  .pipe(SomeFacts);

const notAPostcode = 'Please enter a UK postcode, such as TR18 4AB';

/** A whole postcode, its sector or its outward code, written with one space. */
export const Postcode = z
  .string(notAPostcode)
  .max(40, notAPostcode)
  .transform((text) => text.trim())
  .refine((text) => text === '' || parsePostcode(text) !== undefined, notAPostcode)
  .transform((text) => (text === '' ? null : cleanText(writePostcode(text))))
  .nullable();

const notALink = 'Please enter a link that starts with https://';
const isLink = (text: string) => /^https:\/\/[^\s/]/i.test(text) && URL.canParse(text);

/** Where an event takes place online. */
export const OnlineUrl = z
  .string(notALink)
  .max(2_048, notALink)
  .transform((text) => cleanText(withoutControls(text).trim()))
  .refine((text) => text === '' || isLink(text), notALink)
  .transform((text) => text || null)
  .nullable();

const isFact = (name: string): name is AccessFact =>
  (accessFacts as readonly string[]).includes(name);

/** Facts that must all be 'yes', with commas between them: 'stepFreeEntrance,hearingLoop'. */
export const AccessFilter = z
  .string()
  .max(400, factMessage)
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean))
  .refine((names) => names.every(isFact), `Please choose from: ${accessFacts.join(', ')}`)
  .transform((names) => (names.length > 0 ? names.filter(isFact) : undefined))
  .optional();
