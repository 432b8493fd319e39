import type { z } from 'zod';
import type { AnswerOf, Endpoint, InputOf } from '#contract/platform/endpoint.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Context, RawInput, Reply, Route } from './context.ts';
import { scopeRefusal } from './bearer.ts';
import { demand, invalid, notFound, Refusal, signInRequired } from '#platform/refusal.ts';
import { pictureIdIn } from '#platform/media/address.ts';
import { twoStepDemanded } from '#contract/base/two-step.ts';

type ViewerFor<E extends Endpoint> = E extends { access: 'anyone' } | { doorLinks: true }
  ? Viewer | null
  : Viewer;
type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  context: Context<ViewerFor<E>>,
) => Promise<Reply<AnswerOf<E>>> | Reply<AnswerOf<E>>;

/** Binds a declared call to its handler. Access and input are checked before the handler runs. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return {
    endpoint,
    answer: async (raw, context) => {
      demand(accessRefusal(endpoint, context));
      const body = withOwnPictures(raw.body, hostOf(context.origin));
      const input = parseInput(endpoint, { ...raw, body }) as InputOf<E>;
      return handler(input, context as Context<ViewerFor<E>>);
    },
  };
}

export const ok = <Body>(body: Body): Reply<Body> => ({ status: 200, body });
export const created = <Body>(body: Body): Reply<Body> => ({ status: 201, body });
/** Accepts a call whose work follows later. */
export const accepted = <Body>(body: Body): Reply<Body> => ({ status: 202, body });
export const noContent = (): Reply<undefined> => ({ status: 204, body: undefined });
export const redirect = (to: string): Reply<undefined> => ({
  status: 302,
  body: undefined,
  redirect: to,
});

/** Answers one page of a list, with the next page's cursor if there is one. */
export const page = <Item>(list: { items: Item[]; next?: string | undefined }): Reply<Item[]> => ({
  status: 200,
  body: list.items,
  next: list.next,
});

export function accessRefusal(
  { key, access }: Endpoint,
  { viewer, isHeldBack, scopes, doorLink }: Context,
): Refusal | null {
  const refusal = scopes && scopeRefusal({ key }, scopes);
  if (refusal) return refusal;
  if (access === 'anyone' || doorLink) return null;
  if (!viewer) return signInRequired();
  if (access === 'admin' && isHeldBack) return new Refusal('forbidden', twoStepDemanded);
  if (access === 'admin' && viewer.role !== 'admin') {
    return new Refusal('forbidden', 'Only an admin can do this');
  }
  return null;
}

function parseInput(endpoint: Endpoint, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  if (endpoint.params) {
    const params = endpoint.params.safeParse(raw.params);
    if (!params.success) throw notFound('Page');
    input.params = params.data;
  }
  if (endpoint.query) input.query = parse(endpoint.query, raw.query ?? {});
  if (endpoint.textFile && raw.body instanceof Uint8Array) input.body = { file: raw.body };
  else if (endpoint.body) input.body = parse(endpoint.body, raw.body);
  return input;
}

/**
 * Writes addresses of this site's own pictures as paths, in the fields that take a picture, so that
 * an absolute one is judged like any other.
 */
function withOwnPictures(value: unknown, host: string, field = ''): unknown {
  if (typeof value === 'string') return field.endsWith('Url') ? ownPicture(value, host) : value;
  if (Array.isArray(value)) return value.map((each) => withOwnPictures(each, host, field));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, withOwnPictures(each, host, name)]),
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

function ownPicture(text: string, host: string): string {
  const id = hostOf(text) === host ? pictureIdIn(text) : undefined;
  return id ? `/media/${id}.webp` : text;
}

/** A host's name, without its port and the dot that may end it. */
const hostOf = (address: string) => URL.parse(address.trim())?.hostname.replace(/\.$/, '') ?? '';

/** @throws Refusal `invalid`, with a sentence for each field */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of issuesOf(parsed.error)) {
    fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  throw invalid(fields);
}

/** The sentence for a value if the contract has none of its own. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') {
    const [only, ...others] = issue.values.map(String);
    return others.length > 0
      ? `Please send one of: ${[only, ...others].join(', ')}`
      : `Please send ${only}`;
  }
  if (issue.code === 'unrecognized_keys') return `Please leave out: ${issue.keys.join(', ')}`;
  if (issue.code !== 'invalid_type') return 'This is not valid';
  if (issue.input === undefined) return 'This is missing';
  return kindWords[issue.expected] ?? 'This is not valid';
}

const kindWords: Partial<Record<string, string>> = {
  string: 'Please send text',
  number: 'Please send a number',
  int: 'Please send a whole number',
  boolean: 'Please send true or false',
  array: 'Please send a list',
  object: 'Please send an object',
};

/**
 * If a body may take several forms, reports the fields of the first one, which is the form people
 * fill in.
 */
function issuesOf({ issues }: z.ZodError): z.core.$ZodIssue[] {
  const [whole] = issues;
  const forms = whole?.code === 'invalid_union' && whole.path.length === 0 ? whole.errors : [];
  return forms[0] ?? issues;
}
