import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { endpoints, type ApiKey } from '#contract/api.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { errorStatus, type ErrorBody, type ErrorCode } from '#contract/platform/errors.ts';
import { QuotaUse } from '#contract/platform/quotas.ts';
import { textOf } from './answer-text.ts';
import { urlOf, type AnswerFor, type InputFor } from '#web/platform/data/api.ts';

const host = 'villagehall.test';
export const ownOrigin = `http://${host}`;

let networks = 0;
/** Returns an address in a network from which nobody has called. */
export function addressInNewNetwork(): string {
  networks += 1;
  return `100.${64 + Math.floor(networks / 250)}.${networks % 250}.7`;
}

/** Parts of a call as a client may send them, valid or not. */
export interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Optional<T, K extends PropertyKey> = Omit<T, K> & Partial<Pick<T, K & keyof T>>;
type Input<K extends ApiKey> =
  InputFor<K> extends { body: infer Body }
    ? undefined extends Body
      ? Optional<InputFor<K>, 'body'>
      : InputFor<K>
    : InputFor<K>;
type Nothing = { [Part in keyof AnyInput]?: never };
type InputArguments<K extends ApiKey> =
  Nothing extends Input<K> ? [input?: Input<K>] : [input: Input<K>];

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
}

export interface Refused extends ErrorBody {
  status: number;
  headers: LightMyRequestResponse['headers'];
}

const ErrorAnswer = z.strictObject({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  quota: QuotaUse.optional(),
  current: z.looseObject({ revision: z.int() }).optional(),
  requestId: z.string().optional(),
});

/**
 * A browser from the API's view: it keeps cookies and sends its `Origin`. Each answer is checked
 * against the contract to the field, beyond the test's own checks.
 */
export class Client {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, string>();
  #address: string | undefined;
  /** The scheme and the token, for scripts and helpers. */
  #token: string | undefined;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  withSession(token: string): this {
    return this.withCookie('session', token);
  }

  /** Calls with this token from now on, like a script. */
  withBearer(token: string): this {
    this.#token = `Bearer ${token}`;
    return this;
  }

  /** Calls with a helper's link from now on. */
  withDoorLink(url: string): this {
    this.#token = `Door ${url.slice(url.lastIndexOf('/') + 1)}`;
    return this;
  }

  /** Calls from this address from now on. */
  from(address: string): this {
    this.#address = address;
    return this;
  }

  withCookie(name: string, value: string): this {
    this.#cookies.set(name, value);
    return this;
  }

  /** The cookies it would send. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  get session(): string | undefined {
    return this.#cookies.get('session');
  }

  /** Makes a call that must succeed. */
  async call<K extends ApiKey>(
    key: K,
    ...[input]: InputArguments<K>
  ): Promise<Answer<AnswerFor<K>>> {
    const response = await this.send(key, input as AnyInput | undefined);
    if (response.statusCode >= 400)
      throw new Error(`${key} answered ${response.statusCode}: ${response.body}`);
    const body = [200, 201, 202].includes(response.statusCode) ? bodyOf(response) : undefined;
    return { status: response.statusCode, body: body as AnswerFor<K>, headers: response.headers };
  }

  /** Makes a call that must be refused. */
  async refusal(key: ApiKey, input?: AnyInput): Promise<Refused> {
    const response = await this.send(key, input);
    if (response.statusCode < 400)
      throw new Error(`${key} answered ${response.statusCode}: ${response.body}`);
    return {
      ...response.json<ErrorBody>(),
      status: response.statusCode,
      headers: response.headers,
    };
  }

  /** Makes a call with any input; returns a success's status or a refusal's code. */
  async outcome(key: ApiKey, input?: AnyInput): Promise<number | ErrorCode> {
    const response = await this.send(key, input);
    return response.statusCode < 400 ? response.statusCode : response.json<ErrorBody>().code;
  }

  /** Makes a call and returns the response, whatever its status. */
  async send(key: ApiKey, input: AnyInput = {}): Promise<LightMyRequestResponse> {
    const [method] = key.split(' ') as [Method];
    const response = await this.request({
      method,
      url: urlOf(key, input),
      ...(await asSent(input.body)),
    });
    if (response.statusCode < 300) checkAnswer(key, response);
    return response;
  }

  /** Sends a request with the client's cookies, and its `Origin` unless the test sets one. */
  async request({ headers, ...options }: Request): Promise<LightMyRequestResponse> {
    const cookie =
      [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined;
    const sent = Object.entries({
      host,
      origin: ownOrigin,
      cookie,
      ...this.#authorization,
      ...headers,
    });
    const response = await this.#app.inject({
      ...(this.#address && { remoteAddress: this.#address }),
      ...options,
      headers: Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
    });
    this.#keepCookies(response);
    if (response.statusCode >= 400) checkRefusal(response);
    return response;
  }

  get #authorization() {
    return this.#token === undefined ? {} : { authorization: this.#token };
  }

  #keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value } of response.cookies) {
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
  }
}

/** A header given as `undefined` is not sent. */
interface Request extends Omit<InjectOptions, 'headers'> {
  method: Method;
  url: string;
  headers?: Record<string, string | undefined>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const json = { 'content-type': 'application/json' };

/** A picture is sent raw, under its own type. */
async function asSent(body: unknown) {
  if (body === undefined) return {};
  if (!(body instanceof Blob)) return { payload: JSON.stringify(body), headers: json };
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.type },
  };
}

const byKey = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.key, endpoint]));

/** Parses JSON; anything else stays text. */
const bodyOf = (response: LightMyRequestResponse): unknown =>
  response.headers['content-type']?.startsWith('application/json')
    ? JSON.parse(textOf(response))
    : response.body;

export function checkAnswer(key: ApiKey, response: LightMyRequestResponse): void {
  const schema = byKey.get(key)?.response;
  if (!schema) {
    if (response.body !== '') throw new Error(`${key} declares no body and sent ${response.body}`);
    return;
  }
  const parsed = schema.safeParse(bodyOf(response));
  if (!parsed.success)
    throw new Error(`${key} sent what it does not declare: ${z.prettifyError(parsed.error)}`);
}

function checkRefusal(response: LightMyRequestResponse): void {
  const body = ErrorAnswer.parse(bodyOf(response));
  if (errorStatus[body.code] !== response.statusCode || body.error !== body.message) {
    throw new Error(`an error that contradicts itself: ${response.statusCode} ${response.body}`);
  }
  if ((body.requestId !== undefined) !== (response.statusCode === 500)) {
    throw new Error(
      `a request id belongs to a 500 and to nothing else: ${response.statusCode} ${response.body}`,
    );
  }
}
