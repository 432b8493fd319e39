import { expect, test, type APIRequestContext, type APIResponse } from '@playwright/test';
import type { ApiKey } from '#contract/api.ts';
import { urlOf, type AnswerFor, type InputArguments } from '#web/platform/data/api.ts';

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Key<Method extends string> = ApiKey & `${Method} ${string}`;

/** Reads from the API as the user of `request`. */
export async function read<K extends Key<'GET'>>(
  request: APIRequestContext,
  key: K,
  ...[input]: InputArguments<K>
): Promise<AnswerFor<K>> {
  const response = await request.get(urlOf(key, input));
  expect(response.status(), `${key}: ${await response.text()}`).toBe(200);
  return response.json() as Promise<AnswerFor<K>>;
}

/** Returns every item of a list, page after page. */
export async function readAll<K extends Key<'GET'>>(
  request: APIRequestContext,
  key: K,
  input: AnyInput = {},
): Promise<AnswerFor<K>> {
  const items: unknown[] = [];
  for (let url: string | undefined = urlOf(key, input); url;) {
    const response: APIResponse = await request.get(url);
    items.push(...((await response.json()) as unknown[]));
    url = /<([^>]+)>; rel="next"/.exec(response.headers()['link'] ?? '')?.[1];
  }
  return items as AnswerFor<K>;
}

/** The origin of the site under test. */
export const siteAddress = () => test.info().project.use.baseURL ?? '';

/** Makes a call that changes something, as the site's own pages do. */
export async function send(
  request: APIRequestContext,
  key: Key<'POST' | 'PUT' | 'PATCH' | 'DELETE'>,
  { body, ...input }: AnyInput = {},
): Promise<void> {
  const [method = ''] = key.split(' ');
  const url = urlOf(key, input);
  const response = await request.fetch(url, {
    method,
    headers: { origin: siteAddress() },
    ...(body !== undefined && { data: body }),
  });
  expect(response.ok(), `${key}: ${await response.text()}`).toBe(true);
}
