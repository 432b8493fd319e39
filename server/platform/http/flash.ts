import type { FastifyReply, FastifyRequest } from 'fastify';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Flash } from '#contract/platform/flash.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { isHttps } from './client-address/address.ts';

const purpose = 'flash';
const lifetimeSeconds = 120;
/** In characters: browsers keep 4,096 bytes of a cookie, including its name and attributes. */
const longestValue = 3_800;
/** Names and addresses are short; longer fields are left out first. */
const shortText = 300;
const maxBytes = 256 * 1024;

const Texts = z.record(z.string(), z.string());
const FlashCookie = z.object({
  tone: z.enum(['good', 'danger']),
  title: z.string(),
  description: z.string().optional(),
  form: z.string().optional(),
  fields: Texts.optional(),
  typed: Texts.optional(),
});

const nameOf = (config: Config) => (isHttps(config) ? '__Host-flash' : 'flash');
const optionsOf = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) }) as const;

/**
 * Stores a message for the next page in an encrypted cookie, so that nobody reads or forges it and
 * no address contains it. Typed text that is too long for a cookie, such as 5,000 characters, is
 * left out; the browser's Back button restores it.
 */
export function writeFlash(
  reply: FastifyReply,
  flash: Flash,
  { config, signer }: { config: Config; signer: Signer },
): void {
  const sealed = sealedWithin(flash, signer);
  void reply.setCookie(nameOf(config), sealed, { ...optionsOf(config), maxAge: lifetimeSeconds });
}

/** Tries only a few times: a stranger who sends many fields must not cause a sealing for each. */
function sealedWithin(flash: Flash, signer: Signer): string {
  const { tone, title, typed = {} } = flash;
  const short = Object.entries(typed).filter(([, value]) => value.length <= shortText);
  const tries = [flash, { ...flash, typed: Object.fromEntries(short) }, { ...flash, typed: {} }];
  for (const each of tries) {
    const sealed = sealedAs(each, signer);
    if (sealed.length <= longestValue) return sealed;
  }
  return sealedAs({ tone, title }, signer);
}

const sealedAs = (flash: Flash, signer: Signer) =>
  signer.seal(purpose, '', deflateRawSync(JSON.stringify(flash)));

/** Reads the flash message for this page; undefined unless this site sealed it. */
export function readFlash(
  request: FastifyRequest,
  { config, signer }: { config: Config; signer: Signer },
): Flash | undefined {
  const sealed = request.cookies[nameOf(config)];
  const packed = sealed && signer.openBytes(purpose, '', sealed);
  if (!packed) return undefined;
  const text = inflateRawSync(packed, { maxOutputLength: maxBytes });
  return FlashCookie.safeParse(JSON.parse(text.toString())).data;
}

/** A message shows once. A page that redirects leaves it for the next. */
export const clearFlash = (reply: FastifyReply, { config }: { config: Config }): void =>
  void reply.clearCookie(nameOf(config), optionsOf(config));
