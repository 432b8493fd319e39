import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ApiKey } from '#contract/api.ts';
import type { Config } from '#platform/config.ts';
import type { Reply, Route } from '#platform/http/context.ts';
import { accountAddresses } from './load.ts';

/** Lists of when and where somebody signed in: many visitors share an account. */
const unlisted: ReadonlySet<string> = new Set<ApiKey>([
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
    if (unlisted.has(route.endpoint.key)) return { ...reply, body: [] };
    const known = new Set([
      ...accountAddresses(),
      ...[config.supportEmail, config.adminEmail, context.viewer?.email].flatMap(
        (each) => each?.toLowerCase() ?? [],
      ),
    ]);
    return foundByShown(route.endpoint.key, raw.query, {
      ...reply,
      body: masked(reply.body, known),
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

/** A whole address, also in a link; its length is bounded, so that long words cost little. */
const address =
  /[\p{L}\p{N}\p{M}.!#$'*+^_`{|}~-]{1,64}(?:@|%40|&#64;|&commat;)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]{0,252}[\p{L}\p{N}])?/giu;

const maskedText = (text: string, known: ReadonlySet<string>): string =>
  text.replace(address, (found) => {
    const plain = found.replace(/%40|&#64;|&commat;/i, '@').toLowerCase();
    return known.has(plain) ? found : `${[...found][0]}…@…`;
  });

/** Masks the texts of an answer; files are sent as they are, but for those of text. */
function masked(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return maskedText(value, known);
  if (Array.isArray(value)) return value.map((each) => masked(each, known));
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [maskedText(name, known), masked(each, known)]),
  );
}

const isOpaque = (value: object) =>
  value instanceof Date || value instanceof Uint8Array || value instanceof Readable;
