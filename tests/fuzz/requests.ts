import fc from 'fast-check';
import { endpoints, type ApiKey } from '#contract/api.ts';
import type { Endpoint, Method } from '#contract/platform/endpoint.ts';
import { validValues, nearlyValid, type KnownIds } from './schemas.ts';
import { absurd, words } from './values.ts';

export const callers = ['visitor', 'newcomer', 'member', 'organiser', 'admin'] as const;
export type Caller = (typeof callers)[number];

export interface Attempt {
  key: ApiKey;
  caller: Caller;
  method: Method;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

/** Lone surrogates can't be written in an address; a browser sends the replacement character. */
const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

/** An empty segment would make it the address of another call. */
const segment = (value: unknown) => encoded(value) || '0';

/** Writes segments and parameters like a program that doesn't encode them. */
const rawSegment = fc.constantFrom(
  '%',
  '%00',
  '%ff',
  '%C0%80',
  '%2e%2e%2f',
  '%ED%A0%80',
  '0',
  '-1',
  '1e3',
  '2147483648',
  '9'.repeat(30),
  'a'.repeat(299),
  'a'.repeat(2_000),
);
const rawQuery = fc.constantFrom(
  'q=a&q=b',
  'q[]=1',
  'q[a]=1',
  '__proto__[x]=1&__proto__=1',
  'limit=1&limit=2',
  'limit=&cursor=',
  'cursor=%',
  'q=%00',
  'q=%ED%A0%80',
  '&&&===',
  '%=%',
  `${'a=1&'.repeat(2_000)}z`,
);

const oddHeaders = fc.constantFrom<Record<string, string>>(
  {},
  { cookie: 'session' },
  { cookie: 'session=' },
  { cookie: '=;=;;; session=%; __proto__=1' },
  { cookie: `session=${'a'.repeat(5_000)}` },
  { cookie: 'session="\\"; session=b' },
  { cookie: 'sign-in=a.b' },
  { cookie: `sign-in=${'e30.'.repeat(2_000)}` },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;;;' },
  { origin: 'null' },
  { origin: 'http://evil.example' },
  { 'user-agent': 'é\u00ff'.repeat(2_000) },
  { 'user-agent': '' },
  { 'accept-encoding': 'br;q=x, gzip;q=-1' },
  { 'if-none-match': '*' },
  { 'content-length': '3' },
  { 'x-forwarded-for': 'x, y' },
  { host: '' },
  { host: 'a b' },
  { host: '[::' },
  { 'stripe-signature': 't=1,v1=00' },
);

const oddBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '"text"',
    '[]',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '[[[[',
    'NaN',
    '{"a":1e99999}',
  ),
  fc.constantFrom('[', '{"a":').map((unit) => unit.repeat(10_000)),
  fc.nat(90_000).map((length) => `{"a":"${'x'.repeat(length)}"}`),
);

/** Generates one call: valid, nearly valid, or absurd. */
export function attempts(known: (key: ApiKey) => KnownIds): fc.Arbitrary<Attempt> {
  return fc
    .constantFrom(...endpoints)
    .chain((endpoint) =>
      callersOf(endpoint).chain((caller) => attemptAt(endpoint, caller, known(endpoint.key))),
    );
}

/** Most callers are permitted, because more code runs behind the check. */
const callersOf = ({ access }: Endpoint) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...callers) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Caller>(
        ...(access === 'admin' ? (['admin'] as const) : (['organiser', 'member'] as const)),
      ),
    },
  );

function attemptAt(
  endpoint: Endpoint & { key: ApiKey },
  caller: Caller,
  known: KnownIds,
): fc.Arbitrary<Attempt> {
  const [method, path] = endpoint.key.split(' ') as [Method, string];
  const headers = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: oddHeaders },
  );
  return fc
    .tuple(pathsOf(path, endpoint, known), queriesOf(endpoint, known), bodiesOf(endpoint, known))
    .chain(([address, query, payload]) =>
      headers.map((extra) => ({
        key: endpoint.key,
        caller,
        method,
        url: query === '' ? address : `${address}?${query}`,
        headers: {
          ...(payload !== undefined && { 'content-type': typeOf(endpoint) }),
          ...extra,
        },
        payload,
      })),
    );
}

function pathsOf(path: string, endpoint: Endpoint, known: KnownIds): fc.Arbitrary<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (!endpoint.params || names.length === 0) return fc.constant(path);
  const fit = validValues(endpoint.params, known).map((value) => {
    const params = value as Record<string, unknown>;
    return path.replace(/:(\w+)/g, (_, name: string) => segment(params[name] ?? 1));
  });
  const wrong = fc
    .array(fc.oneof(rawSegment, words.map(segment)), {
      minLength: names.length,
      maxLength: names.length,
    })
    .map((segments) => {
      const rest = [...segments];
      return path.replace(/:\w+/g, () => rest.shift() ?? '0');
    });
  return fc.oneof({ weight: 8, arbitrary: fit }, { weight: 1, arbitrary: wrong });
}

function queriesOf(endpoint: Endpoint, known: KnownIds): fc.Arbitrary<string> {
  const written = (value: unknown) =>
    Object.entries(value ?? {})
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => `${encoded(name)}=${encoded(part)}`)
      .join('&');
  const fit = endpoint.query
    ? validValues(endpoint.query, known)
    : fc.constant<Record<string, unknown>>({});
  return fc.oneof(
    { weight: 6, arbitrary: fit.map(written) },
    {
      weight: endpoint.query ? 2 : 0,
      arbitrary: nearlyValid(fit).map((value) => (typeof value === 'object' ? written(value) : '')),
    },
    { weight: 1, arbitrary: rawQuery },
  );
}

const typeOf = ({ takes }: Endpoint) => (takes === 'picture' ? 'image/gif' : 'application/json');

/** The smallest archive, which can be written entirely as text. */
const gif = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';
const pictures = fc.oneof(
  fc.constant(gif),
  fc.tuple(fc.nat(gif.length), words).map(([at, word]) => gif.slice(0, at) + word + gif.slice(at)),
);

function bodiesOf(endpoint: Endpoint, known: KnownIds): fc.Arbitrary<string | undefined> {
  const none = fc.constant(undefined);
  if (endpoint.takes === 'picture') return fc.oneof(pictures, oddBody, none);
  if (!endpoint.body) {
    return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: oddBody });
  }
  const fit = validValues(endpoint.body, known);
  const asJson = (value: unknown) => JSON.stringify(value);
  return fc.oneof(
    { weight: 6, arbitrary: fit.map(asJson) },
    { weight: 5, arbitrary: nearlyValid(fit).map(asJson) },
    { weight: 1, arbitrary: absurd.map(asJson) },
    { weight: 1, arbitrary: oddBody },
    { weight: 1, arbitrary: none },
  );
}
