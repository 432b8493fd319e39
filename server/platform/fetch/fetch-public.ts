import { Resolver } from 'node:dns/promises';
import { request, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { second } from '#contract/platform/durations.ts';
import { errorCode } from '#platform/db/database.ts';
import { DeadlineError, withDeadline } from '#platform/process/deadline.ts';
import { programVersion } from '#platform/process/version.ts';
import ipaddr from 'ipaddr.js';

/** A refused or failed fetch; the sentence fits to be shown. */
export class FetchError extends Error {
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/**
 * Reads an address that a member has given: https only, without cookies, and never from this
 * machine or its network. A signal ends it early. Servers get the address of this site.
 * @throws FetchError, or the signal's reason
 */
export type FetchPublic = (url: string, signal?: AbortSignal, site?: string) => Promise<Uint8Array>;

interface Options {
  isAllowed?: (address: string) => boolean;
  resolve?: (host: string) => Promise<string[]>;
  /** The certificate of a private authority. */
  ca?: string;
  longestMs?: number;
}

/** The part of IPv6 that is given out to the internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parse('2000::');
/** An address of documents (RFC 9637), which the library doesn't know. */
const documentationNetwork = ipaddr.IPv6.parse('3fff::');

/** Tells whether an address is on the public internet, so that members may have it read. */
function isPublic(ip: string): boolean {
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return false;
  if (!('parts' in address)) return true;
  return address.match(globalUnicast, 3) && !address.match(documentationNetwork, 20);
}

const maxRedirects = 3;
const maxBytes = 5 * 1024 * 1024;
/** The limit of Node.js, stated here since it protects us. */
const maxHeaderBytes = 16 * 1024;
/** Answers before the answer (1xx): an honest server sends one or two. */
const maxInterim = 8;

/**
 * Makes a look-up of the addresses of a name. It asks name servers itself: the system's own look-up
 * keeps one of the process's four threads for as long as a name server is silent.
 */
export function addressResolver(servers?: string[]) {
  const resolver = new Resolver({ timeout: 2 * second, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host: string): Promise<string[]> => {
    const families = [resolver.resolve4(host), resolver.resolve6(host)];
    const found = await Promise.allSettled(families);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
}

/** Outlook's server answers 403 to a reader without a name. */
const userAgentOf = (site: string | undefined): string =>
  site === undefined ? `Villagehall/${programVersion}` : `Villagehall/${programVersion} (+${site})`;

/**
 * Makes a look-up that resolves a host once: the request goes to a checked address itself, so
 * another answer of the name server can't lead it elsewhere.
 */
const addressChecker =
  ({ isAllowed = isPublic, resolve = addressResolver() }: Options) =>
  async (host: string): Promise<string[]> => {
    const addresses = isIP(host) ? [host] : await resolve(host);
    if (addresses.length === 0) throw new FetchError('This address can’t be found');
    if (!addresses.every(isAllowed)) {
      throw new FetchError('This address is not on the public internet');
    }
    return addresses;
  };

/** The head of a server's answer; nobody needs its body. */
export interface AnswerHead {
  status: number;
  retryAfter: string | undefined;
}

/** Sends bytes to a public address by POST, and follows no redirect. */
export type PostPublic = (
  url: URL,
  headers: Record<string, string>,
  body: Uint8Array,
) => Promise<AnswerHead>;

/** @throws FetchError */
export function openPublicPost({
  longestMs = 10 * second,
  ca,
  ...rules
}: Options = {}): PostPublic {
  const checkedAddresses = addressChecker(rules);
  const post = async (
    url: URL,
    headers: Record<string, string>,
    body: Uint8Array,
    signal: AbortSignal,
  ) => {
    const host = hostOf(requireHttps(url.href));
    const response = await answerOfFirst(
      await checkedAddresses(host),
      {
        method: 'POST',
        port: url.port || 443,
        path: `${url.pathname}${url.search}`,
        servername: host,
        headers: { ...headers, host: url.host },
        ...(ca !== undefined && { ca }),
      },
      signal,
      body,
    );
    response.destroy();
    const { statusCode = 0, headers: answered } = response;
    return { status: statusCode, retryAfter: answered['retry-after'] };
  };
  return async (url, headers, body) => {
    try {
      return await withDeadline({ longestMs }, (own) => post(url, headers, body, own));
    } catch (error) {
      throw toFetchError(error);
    }
  };
}

export function openPublicFetch({
  ca,
  longestMs = 10 * second,
  ...rules
}: Options = {}): FetchPublic {
  const checkedAddresses = addressChecker(rules);

  /** Reads one address; returns the next one if it leads on. */
  async function read(url: URL, agent: string, signal: AbortSignal) {
    const host = hostOf(url);
    const response = await answerOfFirst(
      await checkedAddresses(host),
      {
        port: url.port || 443,
        path: `${url.pathname}${url.search}`,
        // The certificate must be that of the host, whatever its address.
        ...(isIP(host) === 0 && { servername: host }),
        headers: {
          host: url.host,
          'user-agent': agent,
          accept: 'text/calendar, */*;q=0.1',
          'accept-encoding': 'identity',
        },
        ...(ca !== undefined && { ca }),
      },
      signal,
    );
    const next = redirectOf(response, url);
    if (next !== undefined) response.destroy();
    return next ?? bodyOf(response);
  }

  async function follow(text: string, agent: string, signal: AbortSignal): Promise<Uint8Array> {
    let url = requireHttps(text);
    for (let redirects = 0; ; redirects += 1) {
      const found = await read(url, agent, signal);
      if (found instanceof Uint8Array) return found;
      if (redirects === maxRedirects) throw new FetchError('This address leads on too often');
      url = requireHttps(found, 'This address leads on to one that doesn’t start with https://');
    }
  }

  return async (text, signal, site) => {
    const agent = userAgentOf(site);
    try {
      return await withDeadline({ longestMs, signal }, (own) => follow(text, agent, own));
    } catch (error) {
      signal?.throwIfAborted();
      throw toFetchError(error);
    }
  };
}

function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const isLate = error instanceof DeadlineError;
  return new FetchError(
    isLate ? 'This address takes too long to answer' : 'This address can’t be reached',
  );
}

/** The codes of an address that this machine has no way to, such as IPv6 on a network without it. */
const noWay = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);

/** Asks the first address of each family until one can be asked. */
async function answerOfFirst(
  addresses: string[],
  options: RequestOptions,
  signal: AbortSignal,
  body?: Uint8Array,
): Promise<IncomingMessage> {
  const [first, other] = [4, 6].flatMap((family) =>
    addresses.filter((address) => isIP(address) === family).slice(0, 1),
  );
  const asked = answerTo({ ...options, host: first }, signal, body);
  if (other === undefined) return asked;
  return asked.catch((error: unknown) => {
    if (!noWay.has(errorCode(error) ?? '')) throw error;
    return answerTo({ ...options, host: other }, signal, body);
  });
}

/**
 * Asks a server and returns the head of its answer. Every other end of the connection rejects, also
 * one without an error; the signal destroys the connection.
 */
function answerTo(
  options: RequestOptions,
  signal: AbortSignal,
  body?: Uint8Array,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new DeadlineError());
    let interim = 0;
    const limits = { maxHeaderSize: maxHeaderBytes, insecureHTTPParser: false, agent: false };
    const sent = request({ ...options, ...limits })
      .on('response', resolve)
      .on('information', () => {
        interim += 1;
        if (interim > maxInterim) sent.destroy(new Error('too many interim answers'));
      })
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('the server speaks another protocol'));
      })
      .on('error', reject)
      .on('close', () => reject(new Error('the server hung up')));
    signal.addEventListener('abort', () => sent.destroy());
    sent.end(body);
  });
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function requireHttps(text: string, problem = 'An address must start with https://'): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw new FetchError(problem);
  if (url.username || url.password) throw new FetchError('An address can’t have a password in it');
  return url;
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  return isRedirect && headers.location ? URL.parse(headers.location, from)?.href : undefined;
}

const needsLogin = (status: number): boolean => [401, 403, 407].includes(status);

async function bodyOf(response: IncomingMessage): Promise<Uint8Array> {
  const { statusCode: status = 0 } = response;
  if (needsLogin(status)) throw new FetchError(`This address is not open to everybody (${status})`);
  if (status !== 200) throw new FetchError(`This address answers with an error (${status})`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FetchError('This calendar is larger than 5 MB', true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads addresses on the internet. */
export const fetchPublic = openPublicFetch();
