import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ApiKey } from '#contract/api.ts';
import type { Config } from '#platform/config.ts';
import type { Reply, Route } from '#platform/http/context.ts';
import { accountAddresses } from './load.ts';

/** Lists of when and where somebody signed in: many visitors share an account. */
const unlistedCalls: ReadonlySet<string> = new Set<ApiKey>([
  'GET /api/auth/user/sessions',
  'GET /api/auth/user/sign-ins',
]);

/**
 * Lets a call of a public demonstration answer without the addresses that visitors typed, since any
 * visitor can be the admin. It covers every call and every page, which reads by the same calls.
 */
export const withoutVisitorsData = (route: Route, config: Config): Route => ({
  ...route,
  answer: async (raw, context) => {
    const reply = await route.answer(raw, context);
    if (unlistedCalls.has(route.endpoint.key)) return { ...reply, body: [] };
    const known = new Set([
      ...accountAddresses(),
      ...[config.supportEmail, config.adminEmail, context.viewer?.email].flatMap(
        (each) => each?.toLowerCase() ?? [],
      ),
    ]);
    return foundByShown(route.endpoint.key, raw.query, {
      ...reply,
      body: maskAddresses(reply.body, known),
    });
  },
});

const Search = z.object({ q: z.string() });

/** A search would tell a masked address letter by letter, so that rows must match as they are shown. */
function foundByShown(key: string, query: unknown, reply: Reply<unknown>): Reply<unknown> {
  const { body } = reply;
  const { q = '' } = Search.safeParse(query).data ?? {};
  if (!key.startsWith('GET /api/admin/') || q.trim() === '' || !Array.isArray(body)) return reply;
  const words = q.toLowerCase().trim().split(/\s+/);
  const rows = body.filter((row) => {
    const shown = JSON.stringify(row).toLowerCase();
    return words.some((word) => shown.includes(word));
  });
  return {
    ...reply,
    body: rows,
    ...(rows.length < body.length && { next: undefined }),
    ...(reply.total !== undefined && { total: rows.length }),
  };
}

/** The sign between the parts of an address, also as links and HTML write it. */
const atSign = /@|%40|&#64;|&commat;/iu;

/** Words that may be part of an address, signs, and everything else character by character. */
const addressToken = /[\p{L}\p{N}\p{M}.!#$'*+^_`{|}~-]+|@|%40|&#64;|&commat;|[^]/giu;
const isWord = (part: string | undefined): part is string =>
  part !== undefined && /^[\p{L}\p{N}\p{M}.!#$'*+^_`{|}~-]/u.test(part);

function maskedText(text: string, known: ReadonlySet<string>): string {
  if (!atSign.test(text)) return text;
  const parts = text.match(addressToken) ?? [];
  for (const [index, part] of parts.entries()) {
    const [name, host] = [parts[index - 1], parts[index + 1]];
    if (!isWord(name) || !isWord(host) || !atSign.test(part)) continue;
    if (known.has(`${name}@${withoutFullStop(host)}`.toLowerCase())) continue;
    parts.splice(index - 1, 3, `${[...name][0]}…`, '@', '…');
  }
  return parts.join('');
}

const withoutFullStop = (host: string) => (host.endsWith('.') ? host.slice(0, -1) : host);

/**
 * Masks addresses in an answer, and leaves out phone numbers; files are sent as they are, but for
 * those of text.
 */
function maskAddresses(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return maskedText(value, known);
  if (Array.isArray(value)) return value.map((each) => maskAddresses(each, known));
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      maskedText(name, known),
      name === 'phoneNumber' && typeof each === 'string' ? '' : maskAddresses(each, known),
    ]),
  );
}

const isOpaque = (value: object) =>
  value instanceof Date || value instanceof Uint8Array || value instanceof Readable;
