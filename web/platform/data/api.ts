import type { Api, ApiKey } from '#contract/api.ts';
import type { AnswerOf, CallInput } from '#contract/platform/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#contract/platform/errors.ts';
import { sendWhenReachable } from './sending.ts';

/**
 * A call that failed or was refused. Server-rendered pages send it to the browser as plain data.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The server's message, if it sent one. */
  readonly reason: string | undefined;
  readonly fields: Record<string, string>;
  /** On a conflict: what someone else has saved in these fields, and the `revision`. */
  readonly current: Record<string, unknown> | undefined;

  /** The message is '<status>: <text of the answer>'. */
  constructor(status: number, text: string, body: Partial<ErrorBody> = {}) {
    super(`${status}: ${text}`);
    this.status = status;
    this.code = body.code;
    this.reason = body.message;
    this.fields = body.fields ?? {};
    this.current = body.current;
  }
}

/** Reads an error as an `ApiError`, which is a plain object after hydration. */
export function failureOf(error: unknown): Partial<ApiError> {
  return typeof error === 'object' && error !== null ? error : {};
}

type Values = Record<string, unknown>;

interface AnyInput {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
}

export type InputFor<K extends ApiKey> = CallInput<Api[K]> & AnyInput;
export type AnswerFor<K extends ApiKey> = AnswerOf<Api[K]>;
export type InputArguments<K extends ApiKey> =
  unknown extends CallInput<Api[K]>
    ? []
    : { query?: Values } extends CallInput<Api[K]>
      ? [input?: InputFor<K>]
      : [input: InputFor<K>];

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Turns `GET /api/events/:id` with `{params: {id: 5}}` into `/api/events/5`. Empty query values are
 * left out.
 */
export function urlOf(key: string, input: AnyInput = {}): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (asText(value) !== '') query.set(name, asText(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Makes a call. While the browser is offline or the site is down, changes wait and a toast says so.
 * @throws ApiError
 */
export async function sendRequest(
  method: string,
  url: string,
  body?: unknown,
  attempt?: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const init: RequestInit = { method, signal, credentials: 'include', ...bodyInit(body, attempt) };
  const response = await (method === 'GET' ? fetch(url, init) : sendOrThrow(url, init));
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function sendOrThrow(url: string, init: RequestInit): Promise<Response> {
  const answer = await sendWhenReachable(url, init);
  if (typeof answer === 'string') throw new ApiError(0, answer, { message: answer });
  return answer;
}

/** Sends files under their own type, and everything else as JSON. */
function bodyInit(body: unknown, attempt: string | undefined): RequestInit {
  if (body === undefined) return {};
  if (body instanceof Blob) return { body };
  const headers = { 'content-type': 'application/json' };
  return {
    headers: attempt === undefined ? headers : { ...headers, 'idempotency-key': attempt },
    body: JSON.stringify(body),
  };
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const body = readJson(text);
  return new ApiError(
    response.status,
    text || response.statusText,
    typeof body === 'object' && body !== null ? body : {},
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes a call named by its key: `call('POST /api/events/:id/rsvps', { params: { id }, body: {
 * status: 'going' } })`.
 * @throws ApiError
 */
export async function call<K extends ApiKey>(
  key: K,
  ...[input]: InputArguments<K>
): Promise<AnswerFor<K>> {
  const [method = 'GET'] = key.split(' ');
  const response = await sendRequest(method, urlOf(key, input), input?.body);
  if (response.status === 204) return undefined as AnswerFor<K>;
  return response.json() as Promise<AnswerFor<K>>;
}
