import {
  infiniteQueryOptions,
  MutationCache,
  QueryClient,
  queryOptions,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query';
import type { Api, ApiKey } from '#contract/api.ts';
import { failureOf, request, urlOf, type AnswerFor, type InputArguments, type InputFor } from './api.ts';

export interface PageOf<Item> {
  items: Item[];
  /** The address of the page that follows. */
  next: string | null;
}

/** How reads reach the API: over HTTP in the browser, in process on the server. */
export interface Transport {
  /** By a GET, or by a POST where there is a body to send. */
  read: (url: string, body?: unknown) => Promise<unknown>;
  readPage: (url: string) => Promise<PageOf<unknown>>;
}

const nextLink = (header: string | null) =>
  /<([^<>]+)>; rel="next"/.exec(header ?? '')?.[1] ?? null;

export const overHttp: Transport = {
  read: async (url, body) => (await request(body ? 'POST' : 'GET', url, body)).json(),
  readPage: async (url) => {
    const response = await request('GET', url);
    return { items: await response.json(), next: nextLink(response.headers.get('link')) };
  },
};

const paged = 'pages';

/** A filter in the address of a page; blank means none. */
export const param = (search: URLSearchParams, name: string) =>
  search.get(name)?.trim() || undefined;

/** Returns the filter where it has this form; any other text is no filter. */
export const matchingParam = (search: URLSearchParams, name: string, form: RegExp) =>
  search.get(name)?.match(form)?.[0];

/** A read by its address: `useQuery(query('GET /api/events/:id', { params: { id } }))`. */
export function query<K extends ApiKey & `GET ${string}`>(key: K, ...[input]: InputArguments<K>) {
  return queryOptions<AnswerFor<K>, Error, AnswerFor<K>, readonly [url: string]>({
    queryKey: [urlOf(key, input)],
  });
}

/** A read whose input stays out of addresses: the contract declares such a POST with `reads`. */
export function postedQuery<K extends ReadingKey>(key: K, input: InputFor<K>) {
  return queryOptions<AnswerFor<K>, Error, AnswerFor<K>, readonly [url: string, body: unknown]>({
    queryKey: [urlOf(key, input), input.body],
  });
}

type ReadingKey = {
  [K in ApiKey]: Api[K] extends { reads: true } ? K : never;
}[ApiKey];

type ItemOf<K extends ApiKey> = AnswerFor<K> extends (infer Item)[] ? Item : never;

/** A list read page by page, each by the address that the page before it named. */
export function pages<K extends ApiKey & `GET ${string}`>(key: K, ...[input]: InputArguments<K>) {
  type Page = PageOf<ItemOf<K>>;
  const url = urlOf(key, input);
  return infiniteQueryOptions<
    Page,
    Error,
    InfiniteData<Page>,
    readonly [url: string, paged: 'pages'],
    string
  >({
    queryKey: [url, paged],
    initialPageParam: url,
    getNextPageParam: (last) => last.next,
  });
}

export type AnyQuery = { queryKey: QueryKey; initialPageParam?: string };

const addressOf = (key: QueryKey) => String(key[0]);

/** Data never goes stale, is not fetched again on focus, not polled and not retried (docs/behaviour/screens.md, Screens). */
export function createQueryClient(transport: Transport): QueryClient {
  const client = new QueryClient({
    // A call refused with 'sign in' means that the session has ended, whatever the page still
    // shows.
    mutationCache: new MutationCache({
      onError: (error) => {
        if (failureOf(error).code === 'sign_in_required') void refresh(client, '/api/user');
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, pageParam }: { queryKey: QueryKey; pageParam?: unknown }) =>
          queryKey[1] === paged
            ? transport.readPage(typeof pageParam === 'string' ? pageParam : addressOf(queryKey))
            : transport.read(addressOf(queryKey), queryKey[1]),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        retryOnMount: false,
        // A call that can't be made fails, and is said to: none waits in secret for the line to come back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Reads into the cache what a page needs; a refusal stays in the cache as one. */
export async function prefetch(client: QueryClient, queries: AnyQuery[]): Promise<void> {
  await Promise.all(
    queries.map((each) =>
      'initialPageParam' in each
        ? client.prefetchInfiniteQuery({
            queryKey: each.queryKey,
            initialPageParam: each.initialPageParam,
          })
        : client.prefetchQuery({ queryKey: each.queryKey }),
    ),
  );
}

/** Where the page after those that are here begins; undefined where none follows. */
export function nextCursor(data: InfiniteData<PageOf<unknown>> | undefined): string | undefined {
  const next = data?.pages.at(-1)?.next;
  return next ? (new URLSearchParams(next.split('?')[1]).get('cursor') ?? undefined) : undefined;
}

/** Forgets what was read from any address that starts with one of these, and reads again what is on screen. */
export async function refresh(client: QueryClient, ...prefixes: string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => addressOf(queryKey).startsWith(prefix)),
  });
}

export const isNotFound = (error: unknown) => failureOf(error).status === 404;

/** There is such a thing, and it is not for this visitor. */
export const isForbidden = (error: unknown) =>
  [401, 403].includes(failureOf(error).status ?? 0);
