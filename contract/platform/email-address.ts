import { z } from 'zod';
import { asClean } from './values.ts';

const longestEmail = 254;

/**
 * Atoms of the signs of RFC 5322 (3.2.3), of at most 64 characters before the @; a domain that ends
 * in letters, or in such in punycode (RFC 5890).
 */
const pattern =
  /^(?=[^@]{1,64}@)(?=.{1,254}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;

/** Signs that nobody sees and pasting brings along, and spaces other than that of the keyboard. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?! )\p{Zs}/gu;

/** Removes invisible characters around or within an address, and writes it in lower case. */
export const tidyEmail = (text: string): string =>
  (isPlain.test(text) ? text : text.replace(invisible, '')).trim().toLowerCase();
const isPlain = /^[ -~]*$/;

/** Tells whether a tidy text is an address; without a schema, which makes an error of each other. */
export const isEmail = (text: string): boolean => text.length <= longestEmail && pattern.test(text);

const message = 'Please enter a valid email address';

/** An email address wherever one is typed: its signs are decided here alone. */
export const Email = asClean(
  z
    .string(message)
    // Refuses longer text before looking at it.
    .max(4 * longestEmail, { error: message, abort: true })
    .transform(tidyEmail)
    .pipe(z.email({ pattern, error: message }))
    .meta({ maxLength: longestEmail }),
);
