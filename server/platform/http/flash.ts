import type { FastifyReply, FastifyRequest } from 'fastify';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Flash } from '#contract/platform/flash.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { isHttps } from './address.ts';

const purpose = 'flash';
const seconds = 120;
/** In characters: browsers keep 4,096 bytes of a cookie, its name and attributes among them. */
const longest = 3_800;
/** Names and addresses; what is longer is left out first. */
const shortText = 300;
const mostBytes = 256 * 1024;

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
 * Leaves word for the next page, sealed in a cookie: nobody reads or forges it, and no address holds any of it. What was
 * typed is left out where it is too long for a cookie, as no text of 5,000 characters is; a browser's own Back has it.
 */
export function writeFlash(
  reply: FastifyReply,
  flash: Flash,
  { config, signer }: { config: Config; signer: Signer },
): void {
  const sealed = sealedWithin(flash, signer);
  void reply.setCookie(nameOf(config), sealed, { ...optionsOf(config), maxAge: seconds });
}

/** Tries few times: a stranger who sends many fields must not have them sealed once for each. */
function sealedWithin(flash: Flash, signer: Signer): string {
  const { tone, title, typed = {} } = flash;
  const short = Object.entries(typed).filter(([, value]) => value.length <= shortText);
  const tries = [flash, { ...flash, typed: Object.fromEntries(short) }, { ...flash, typed: {} }];
  for (const each of tries) {
    const sealed = sealedAs(each, signer);
    if (sealed.length <= longest) return sealed;
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
  const text = inflateRawSync(packed, { maxOutputLength: mostBytes });
  return FlashCookie.safeParse(JSON.parse(text.toString())).data;
}

/** It is shown once: a page that sends people on leaves it for the next. */
export const clearFlash = (reply: FastifyReply, { config }: { config: Config }): void =>
  void reply.clearCookie(nameOf(config), optionsOf(config));
