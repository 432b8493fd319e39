import {
  hashKey,
  hydrate,
  infiniteQueryOptions,
  MutationCache,
  QueryClient,
  queryOptions,
  type DehydratedState,
  type InfiniteData,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query';
import type { Api, ApiKey } from '#contract/api.ts';
import {
  failureOf,
  sendRequest,
  urlOf,
  type AnswerFor,
  type InputArguments,
  type InputFor,
} from './api.ts';

export interface PageOf<Item> {
  items: Item[];
  /** The next page's address. */
  next: string | null;
}

/** How queries reach the API: over HTTP in the browser, in process on the server. */
export interface Transport {
  /** Sends a GET, or a POST if there is a body. */
  read: (url: string, body?: unknown) => Promise<unknown>;
  readPage: (url: string) => Promise<PageOf<unknown>>;
}

const nextLink = (header: string | null) =>
  /<([^<>]+)>; rel="next"/.exec(header ?? '')?.[1] ?? null;

export const overHttp: Transport = {
  read: async (url, body) => (await sendRequest(body ? 'POST' : 'GET', url, body)).json(),
  readPage: async (url) => {
    const response = await sendRequest('GET', url);
    return { items: await response.json(), next: nextLink(response.headers.get('link')) };
  },
};

export const pagesKey = 'pages';

/** Reads a search parameter; blank counts as missing. */
export const param = (search: URLSearchParams, name: string) =>
  search.get(name)?.trim() || undefined;

/** Reads a search parameter if it has this form. */
export const matchingParam = (search: URLSearchParams, name: string, form: RegExp) =>
  search.get(name)?.match(form)?.[0];

/** Query options for a GET: `useQuery(query('GET /api/events/:id', { params: { id } }))`. */
export function query<K extends ApiKey & `GET ${string}`>(key: K, ...[input]: InputArguments<K>) {
  return queryOptions<AnswerFor<K>, Error, AnswerFor<K>, readonly [url: string]>({
    queryKey: [urlOf(key, input)],
  });
}

/**
 * Query options for a POST that only reads, which the contract marks with `reads`. It keeps the
 * input out of URLs.
 */
export function postedQuery<K extends ReadingKey>(key: K, input: InputFor<K>) {
  return queryOptions<AnswerFor<K>, Error, AnswerFor<K>, readonly [url: string, body: unknown]>({
    queryKey: [urlOf(key, input), input.body],
  });
}

type ReadingKey = {
  [K in ApiKey]: Api[K] extends { reads: true } ? K : never;
}[ApiKey];

type ItemOf<K extends ApiKey> = AnswerFor<K> extends (infer Item)[] ? Item : never;

/** Infinite query options for a list whose pages link to the next one. */
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
    queryKey: [url, pagesKey],
    initialPageParam: url,
    getNextPageParam: (last) => last.next,
  });
}

export type AnyQuery = { queryKey: QueryKey; initialPageParam?: string };

const addressOf = (key: QueryKey) => String(key[0]);

/**
 * Data never goes stale and isn't refetched on focus, polled or retried (docs/behaviour/screens.md,
 * Screens).
 */
export function createQueryClient(transport: Transport): QueryClient {
  const client = new QueryClient({
    // The session has ended, so the page must stop showing the user as signed in.
    mutationCache: new MutationCache({
      onError: (error) => {
        if (failureOf(error).code === 'sign_in_required') void refresh(client, '/api/user');
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, pageParam }: { queryKey: QueryKey; pageParam?: unknown }) =>
          queryKey[1] === pagesKey
            ? transport.readPage(typeof pageParam === 'string' ? pageParam : addressOf(queryKey))
            : transport.read(addressOf(queryKey), queryKey[1]),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        retryOnMount: false,
        // Queries fail visibly while offline, instead of pausing until the browser is online.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** A query's state after its first success. A page's document leaves out what equals it. */
export const firstSuccess = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
} as const;

/** A query as a page's document holds it. */
export type SentQuery = Pick<DehydratedState['queries'][number], 'queryKey'> & {
  queryType?: 'infinite' | undefined;
  state: Pick<QueryState, 'data' | 'dataUpdatedAt'> & Partial<QueryState>;
};

/** Fills the cache with the queries that the page's document holds. */
export function hydrateQueries(client: QueryClient, queries: SentQuery[]): void {
  hydrate(client, {
    mutations: [],
    queries: queries.map(({ queryKey, queryType, state }) => ({
      queryKey,
      ...(queryType && { queryType }),
      queryHash: hashKey(queryKey),
      dehydratedAt: state.dataUpdatedAt,
      state: { ...firstSuccess, ...state },
    })),
  });
}

/** Loads queries into the cache, including their errors. */
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

/** Returns the cursor of the next page, or undefined after the last. */
export function nextCursor(data: InfiniteData<PageOf<unknown>> | undefined): string | undefined {
  const next = data?.pages.at(-1)?.next;
  return next ? (new URLSearchParams(next.split('?')[1]).get('cursor') ?? undefined) : undefined;
}

/** Returns the query that counts a cached list, if there is more of it than its first page. */
export const countIfMore = <Counting>(
  client: QueryClient,
  list: { queryKey: QueryKey },
  count: Counting,
): Counting[] =>
  nextCursor(client.getQueryData<InfiniteData<PageOf<unknown>>>(list.queryKey)) ? [count] : [];

/**
 * Invalidates all queries whose address starts with one of these, and refetches those on screen.
 */
export async function refresh(client: QueryClient, ...prefixes: string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => addressOf(queryKey).startsWith(prefix)),
  });
}

export const isNotFound = (error: unknown) => failureOf(error).status === 404;

/** True if the item exists but this visitor may not see it. */
export const isForbidden = (error: unknown) => [401, 403].includes(failureOf(error).status ?? 0);
