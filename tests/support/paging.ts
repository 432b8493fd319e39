import type { ApiKey } from '#contract/api.ts';
import type { AnyInput, Client } from './client.ts';

export interface Page {
  ids: unknown[];
  /** The cursor of the next page. */
  next: string | undefined;
}

/** Reads one page of a list, by its rows' keys. */
export async function readPage(
  client: Client,
  key: ApiKey,
  input: AnyInput = {},
  id = 'id',
): Promise<Page> {
  const response = await client.send(key, input);
  if (response.statusCode !== 200) throw new Error(`${key} answered ${response.body}`);
  const rows = response.json<Record<string, unknown>[]>();
  const link = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
  const query = new URL(link ?? '', 'http://villagehall.test').searchParams;
  return { ids: rows.map((row) => row[id]), next: query.get('cursor') ?? undefined };
}

/**
 * Reads every page of a list, or the first few, each with `limit` rows at most, by following `Link`
 * headers.
 */
export async function readPages(
  client: Client,
  key: ApiKey,
  input: AnyInput & { query: { limit: number } },
  id = 'id',
  most = 50,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let cursor: string | undefined;
  do {
    const query = { ...input.query, cursor };
    const page = await readPage(client, key, { ...input, query }, id);
    pages.push(page.ids);
    cursor = page.next;
  } while (cursor !== undefined && pages.length < most);
  return pages;
}
