import { createHash, randomUUID } from 'node:crypto';
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { LRUCache } from 'lru-cache';
import { Origins } from '../client-address/address.ts';
import { encodingFor } from '../compression.ts';
import { etagMatches } from './etag.ts';
import type { Trust } from '../client-address/network.ts';
import { setRequestNote, requestNoteOf } from '../request-line.ts';
import type { SharedAddresses } from './shared-address.ts';

interface Settings {
  /** The lifetime of a cached answer. Zero caches none. */
  seconds: number;
  /** The most bytes of all cached answers, with their keys and headers. */
  bytes: number;
  /** The most cached answers. */
  entries: number;
  /** The most callers that wait for one answer in progress. */
  waiting: number;
  /** Decides whether to trust a proxy about the request's scheme. */
  trust: Trust;
  /** The configured origin, which makes a request's host and scheme irrelevant. */
  publicOrigin: string | undefined;
  /** Decides which addresses are shared. */
  addresses: SharedAddresses;
}

interface CachedAnswer {
  route: string;
  headers: OutgoingHttpHeaders;
  etag: string;
  body: Buffer;
}

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Headers of one answer that its cached copies don't have. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
]);

/**
 * Caches answers that every signed-out visitor gets alike. An answer that the application has
 * marked stays cached for seconds and serves everyone who requests its address; requests during its
 * making wait for it. Requests with a cookie bypass the cache, and `purge` empties it.
 */
export class ResponseCache {
  readonly #settings: Settings;
  readonly #origins: Origins;
  readonly #cache: LRUCache<string, CachedAnswer>;
  #pruning: NodeJS.Timeout | undefined;
  readonly #making = new Map<string, Waiting[]>();
  readonly #marked = new WeakSet<ServerResponse>();
  readonly #withheld = new WeakSet<ServerResponse>();
  readonly #turnedAway = new WeakSet<ServerResponse>();
  #generation = 0;
  #stopped = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#origins = new Origins(settings.trust, settings.publicOrigin);
    this.#cache = new LRUCache({
      max: settings.entries,
      maxSize: settings.bytes,
      sizeCalculation: weightOf,
      ttl: settings.seconds * 1000,
      ttlResolution: 0,
    });
  }

  /**
   * Marks the current answer as the same for every signed-out visitor.
   * @returns whether the cache keeps it, so that it must be complete even if its caller has a copy
   * already
   */
  mark(response: ServerResponse): boolean {
    this.#marked.add(response);
    return this.#withheld.has(response);
  }

  /** Tells whether too many callers already wait for the requested answer. */
  turnsAway(response: ServerResponse): boolean {
    return this.#turnedAway.has(response);
  }

  /** The number of cached answers, and their bytes. */
  get held(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.calculatedSize };
  }

  /** Empties the cache and discards answers in progress, because something public has changed. */
  purge(): void {
    this.#generation += 1;
    this.#cache.clear();
    this.#stopPruning();
  }

  /** Stops caching, because the server is closing. */
  stop(): void {
    this.purge();
    this.#stopped = true;
  }

  /** Wraps the application's listener. */
  before(application: RequestListener): RequestListener {
    if (this.#settings.seconds === 0) return application;
    return (request, response) => {
      const key = this.#stopped ? undefined : this.#keyOf(request);
      if (key === undefined) return application(request, response);
      const cached = this.#cache.get(key);
      if (cached) return sendCached(cached, request, response);
      const waiting = this.#making.get(key);
      if (waiting && waiting.length < this.#settings.waiting)
        return void waiting.push({ request, response });
      if (waiting) {
        this.#turnedAway.add(response);
        return application(request, response);
      }
      this.#make(key, application, request, response);
    };
  }

  #make(
    key: string,
    application: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const waiting: Waiting[] = [];
    this.#making.set(key, waiting);
    const generation = this.#generation;
    this.#withheld.add(response);
    withholdResponse(request, response, (answer) => {
      this.#making.delete(key);
      const shared = answer !== undefined && this.#marked.has(response) && isPlain(answer);
      const current = shared && generation === this.#generation;
      const made = shared
        ? this.#toCachedAnswer(answer, requestNoteOf(response)?.route)
        : undefined;
      if (made && current) this.#keep(key, made);
      for (const other of waiting) {
        if (made && current) sendCached(made, other.request, other.response);
        else application(other.request, other.response);
      }
      return made;
    });
    application(request, response);
  }

  /** The cache key of a request; undefined for one that isn't shared. */
  #keyOf(request: IncomingMessage): string | undefined {
    const { method, url, headers } = request;
    if (method !== 'GET' || url === undefined) return undefined;
    if (headers.cookie !== undefined || headers.authorization !== undefined) return undefined;
    if (headers.range !== undefined || headers['content-length'] !== undefined) return undefined;
    const address = this.#settings.addresses(url);
    const origin = address === undefined ? undefined : this.#origins.numberOf(request);
    if (origin === undefined) return undefined;
    // The application sees no more of the header than the key contains.
    headers['accept-encoding'] = encodingFor(headers['accept-encoding']);
    return `${origin} ${headers['accept-encoding']} ${address}`;
  }

  #keep(key: string, made: CachedAnswer): void {
    this.#cache.set(key, made);
    // Made-up addresses may never be requested again, so a timer removes expired answers.
    this.#pruning ??= setInterval(() => this.#prune(), this.#settings.seconds * 1000).unref();
  }

  #prune(): void {
    this.#cache.purgeStale();
    if (this.#cache.size === 0) this.#stopPruning();
  }

  #stopPruning(): void {
    clearInterval(this.#pruning);
    this.#pruning = undefined;
  }

  #toCachedAnswer({ headers, body }: Answer, route = 'unknown'): CachedAnswer {
    const etag = tagOf(headers) ?? `"${createHash('sha1').update(body).digest('base64url')}"`;
    const shared = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
    return {
      route,
      etag,
      body: ownBytes(body),
      headers: { ...Object.fromEntries(shared), etag, 'content-length': body.length },
    };
  }
}

/** The application's own tag. */
const tagOf = ({ etag }: OutgoingHttpHeaders) => (typeof etag === 'string' ? etag : undefined);

/** In bytes: the memory of an entry beside its texts, measured with the smallest answers. */
const entryOverhead = 1_500;

/** In bytes. V8 may store a key with two bytes for each character. */
const weightOf = ({ body, headers }: CachedAnswer, key: string): number =>
  Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    entryOverhead + body.length + 2 * key.length,
  );

/**
 * Copies a small buffer, which would otherwise keep the larger one that it is part of in memory.
 */
function ownBytes(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const isPlain = ({ status, headers }: Answer): boolean =>
  status === 200 && headers['set-cookie'] === undefined;

/**
 * Holds an answer back until it is complete, passes it to `finished`, and then sends the result, or
 * else the original. `finished` gets nothing if the visitor has gone.
 */
function withholdResponse(
  request: IncomingMessage,
  response: ServerResponse,
  finished: (answer: Answer | undefined) => CachedAnswer | undefined,
): void {
  const chunks: Buffer[] = [];
  let writtenHeaders: OutgoingHttpHeaders = {};
  let done = false;
  const finish = (answer: Answer | undefined) => {
    if (done) return undefined;
    done = true;
    return finished(answer);
  };
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, asEncoding(encoding)));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    writeHead: (status: number, ...rest: unknown[]) => {
      response.statusCode = status;
      const headers = rest.findLast((each) => typeof each === 'object' && each !== null);
      writtenHeaders = (headers ?? {}) as OutgoingHttpHeaders;
      return response;
    },
    write: (chunk: unknown, ...rest: unknown[]) => {
      collect(chunk, rest[0]);
      callbackIn(rest)?.();
      return true;
    },
    end: (...args: unknown[]) => {
      collect(args[0], args[1]);
      for (const own of ['writeHead', 'write', 'end']) Reflect.deleteProperty(response, own);
      const headers = { ...response.getHeaders(), ...writtenHeaders };
      const answer = { status: response.statusCode, headers, body: Buffer.concat(chunks) };
      const cached = finish(answer);
      if (cached && hasIt(request, cached))
        return sendUnchanged(
          cached,
          response,
          requestNoteOf(response)?.id ?? randomUUID(),
          callbackIn(args),
        );
      response.writeHead(answer.status, cached?.headers ?? headers);
      return response.end(answer.body, callbackIn(args));
    },
  });
  response.once('close', () => finish(undefined));
}

const asEncoding = (encoding: unknown): BufferEncoding =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';

const callbackIn = (args: unknown[]): (() => void) | undefined => {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as () => void) : undefined;
};

const hasIt = ({ headers }: IncomingMessage, { etag }: CachedAnswer) =>
  etagMatches(headers['if-none-match'], etag);

function sendUnchanged(
  { headers }: Pick<CachedAnswer, 'headers'>,
  response: ServerResponse,
  id: string,
  done?: () => void,
) {
  const { 'content-length': _, ...rest } = headers;
  response.writeHead(304, { 'x-request-id': id, ...rest });
  return response.end(done);
}

function sendCached(cached: CachedAnswer, request: IncomingMessage, response: ServerResponse) {
  const id = randomUUID();
  setRequestNote(response, { id, route: cached.route, isCopy: true });
  if (hasIt(request, cached)) return void sendUnchanged(cached, response, id);
  response.writeHead(200, { ...cached.headers, 'x-request-id': id });
  response.end(cached.body);
}
