import { z } from 'zod';
import { cleanText, longestText, withoutControls, type CleanText } from './clean-text.ts';
import { toSector } from './postcodes.ts';
import { distances, listLimit } from './limits.ts';

const largestId = 2_147_483_647;
/** Counts code points of clean text, in which each high surrogate begins a pair. */
const length = (text: string) => text.replace(/[\ud800-\udbff]/g, '').length;

const wholeNumber = 'Please send a whole number';
const wholeNumberField = z
  .union([z.int(wholeNumber), z.string().regex(/^\d{1,10}$/, wholeNumber)], wholeNumber)
  .transform(Number);

export const NumericId = z.int().min(1).max(largestId);

/** An integer id, as a number or its decimal digits. */
export const Id = wholeNumberField.pipe(NumericId);

/** A user's opaque id. */
export const UserId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Types the texts of a schema that lets none pass but clean ones. */
export const asClean = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema as z.ZodType as z.ZodType<CleanText, z.input<Schema>>;

/** A text of an answer, which came from a table. */
export const StoredText = z.string() as z.ZodType as z.ZodType<CleanText, CleanText>;

export interface TextRule {
  min?: number;
  max: number;
  tooShort?: string;
  tooLong?: string;
}

const tooLong = (rule: TextRule) =>
  rule.tooLong ?? `Please use at most ${rule.max.toLocaleString('en-GB')} characters`;

/** Clean text, in the form that `tidy` gives it; limits in code points. */
export const bounded = (rule: TextRule, tidy: (text: string) => string = (text) => text) =>
  z
    .string({ error: rule.tooShort ?? 'Please enter some text' })
    // Refuses longer text before normalising it, since calls that take pictures have large bodies.
    .max(longestText, tooLong(rule))
    .transform((text) => cleanText(tidy(text)))
    .refine(
      (text) => length(text) >= (rule.min ?? 0),
      rule.tooShort ?? `Please enter at least ${rule.min ?? 0} characters`,
    )
    // Later checks only see short text.
    .refine((text) => length(text) <= rule.max, { error: tooLong(rule), abort: true })
    .meta({ ...(rule.min && { minLength: rule.min }), maxLength: rule.max });

const foldSpaces = (text: string) => withoutControls(text).replace(/\s+/g, ' ').trim();

/** One line of text: white space folded, trimmed; limits in code points. */
export const line = (rule: TextRule) => bounded(rule, foldSpaces);

/** Text of several lines: trimmed, with all line ends as `\n`; limits in code points. */
export const paragraphs = (rule: TextRule) =>
  bounded(rule, (text) =>
    withoutControls(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')).trim(),
  );

const webAddress = (text: string) =>
  /^https?:\/\/[^\s]+$/i.test(text) && withoutControls(text) === text && URL.canParse(text);
const ownPicture = (text: string) => /^\/media\/[0-9a-f]{64}\.webp$/.test(text);

/** The address of a picture stored here; blank or null for none. */
export const OwnPicture = z.union([
  z.literal('').transform(() => null),
  z.null(),
  asClean(z.string().refine(ownPicture, 'Please upload a picture')),
]);

const givenImageUrl = z.union([
  z.literal('').transform(() => null),
  z.null(),
  asClean(
    z
      .string()
      .max(2048, 'Please enter a valid URL')
      .refine((text) => webAddress(text) || ownPicture(text), 'Please enter a valid URL'),
  ),
]);

/**
 * An `http(s)` address, that of a picture stored here, or nothing: absent, `null` and the empty
 * string all become `null`.
 */
export const ImageUrl = givenImageUrl.optional().transform((url) => url ?? null);

/** Like `ImageUrl`, but an omitted value leaves the picture unchanged. */
export const ImageUrlChange = givenImageUrl.optional();

const earliestMs = Date.UTC(1970, 0, 1);
const latestMs = Date.UTC(9999, 11, 31);

/** A moment as a form sends it; years before 1970 or with five digits are typing mistakes. */
export const moment = (message: string) =>
  z.iso
    .datetime({ offset: true, error: message })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() >= earliestMs && date.getTime() < latestMs, message);

/** ISO 8601 in UTC. */
export const Instant = z.iso.datetime({ offset: true });

export const Named = z.strictObject({ id: z.int(), name: z.string() });

/** The paging part of a list's query; a larger `limit` is cut to the largest. */
export const paging = {
  limit: wholeNumberField
    .pipe(z.int().min(1, 'limit must be at least 1'))
    .transform((limit) => Math.min(limit, listLimit))
    .default(listLimit),
  cursor: z.string().max(200).optional(),
};

/** How many items a filter finds. */
export const Count = z.strictObject({
  count: z.int(),
  /** There are more than `count`: counting stopped there. */
  orMore: z.literal(true).optional(),
});
export type Count = z.infer<typeof Count>;

/** A filter's text: trimmed, blank means no filter. */
export const FilterText = z
  .string()
  .max(200, 'Please use at most 200 characters')
  .transform((text) => cleanText(foldSpaces(text)) || undefined)
  .optional();

/** A value that may be left out; the empty string counts as that. */
export const blankOr = <Value extends z.ZodType>(value: Value) =>
  z.union([z.literal('').transform(() => undefined), value]).optional();

/** A place to look near. A postcode is cut to its sector before anything else sees it. */
export const NearText = FilterText.transform(
  (text) => text && cleanText(toSector(text)),
).optional();

/**
 * Cuts whole postcodes to their sector in the query of an address that is passed on.
 * @returns whether there were any
 */
export function cutPostcodes(query: URLSearchParams): boolean {
  const before = query.getAll('near');
  const after = before.map((near) => NearText.safeParse(near).data ?? '');
  if (before.every((near, index) => clean(near) === after[index])) return false;
  const [first = '', ...others] = after;
  query.set('near', first);
  for (const near of others) query.append('near', near);
  return true;
}

const clean = (text: string) => FilterText.safeParse(text).data ?? '';

/** How far from `near`, in miles. */
export const Within = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.enum(['', ...distances.map(String)], 'Please choose 1, 3, 5, 10, 25 or 50 miles'))
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional();

/** A filter by id; `all` and the empty string mean no filter. */
export const FilterId = z
  .union([z.enum(['', 'all']).transform(() => undefined), Id], 'Please send the id of one, or all')
  .optional();

const isDay = (text: string) =>
  z.iso.date().safeParse(text).success && text >= '1970-01-02' && text < '9999-12-31';

/** A calendar day in London, '2026-06-12'; the empty string means no filter. */
export const FilterDay = z
  .string()
  .refine((text) => text === '' || isDay(text), 'Please send a date as YYYY-MM-DD')
  .transform((text) => text || undefined)
  .optional();

const isMonth = (text: string) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-02' && text < '9999-12';

/** A calendar month, '2027-03'; the empty string means none. */
export const FilterMonth = z
  .string()
  .refine((text) => text === '' || isMonth(text), 'Please send a month as YYYY-MM')
  .transform((text) => text || undefined)
  .optional();

/** A filter that is on or off. */
export const FilterFlag = z
  .enum(['', 'true', 'false'], 'Please send true or false')
  .transform((text) => text === 'true' || undefined)
  .optional();

/** A filter that is one way or the other; the empty string means neither. */
export const FilterChoice = z
  .enum(['', 'true', 'false'], 'Please send true or false')
  .transform((text) => (text === '' ? undefined : text === 'true'))
  .optional();

/** An admin's reason for a decision, for the people it concerns. */
export const reason = paragraphs({
  max: 1_000,
  tooLong: 'A reason can have at most 1,000 characters',
}).nullish();
