import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { second } from '#contract/platform/durations.ts';
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
 * machine or its network.
 * @throws FetchError
 */
export type FetchPublic = (url: string) => Promise<Uint8Array>;

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
const documentation = ipaddr.IPv6.parse('3fff::');

/** Tells whether an address is on the public internet, so that members may have it read. */
function isPublic(ip: string): boolean {
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return false;
  if (!('parts' in address)) return true;
  return address.match(globalUnicast, 3) && !address.match(documentation, 20);
}

const mostRedirects = 3;
const mostBytes = 1024 * 1024;

const everyAddress = async (host: string) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

export function openPublicFetch({
  isAllowed = isPublic,
  resolve = everyAddress,
  ca,
  longestMs = 5 * second,
}: Options = {}): FetchPublic {
  /**
   * Resolves a host once: the request goes to the checked address itself, so another answer of the
   * name server can't lead it elsewhere.
   */
  async function checkedAddress(url: URL, ended: Promise<never>): Promise<string> {
    const host = hostOf(url);
    const addresses = isIP(host)
      ? [host]
      : await Promise.race([resolve(host).catch(noHost), ended]);
    if (addresses.length === 0 || !addresses.every(isAllowed)) {
      throw new FetchError('This address is not on the public internet');
    }
    return addresses[0] ?? host;
  }

  async function read(url: URL, signal: AbortSignal, ended: Promise<never>) {
    const address = await checkedAddress(url, ended);
    const host = hostOf(url);
    const response = await new Promise<IncomingMessage>((done, fail) => {
      request({
        host: address,
        port: url.port || 443,
        path: `${url.pathname}${url.search}`,
        // The certificate must be that of the host, whatever its address.
        ...(isIP(host) === 0 && { servername: host }),
        headers: { host: url.host, accept: 'text/calendar', 'accept-encoding': 'identity' },
        agent: false,
        signal,
        ...(ca !== undefined && { ca }),
      })
        .on('response', done)
        .on('error', fail)
        .end();
    });
    const next = redirectOf(response, url);
    if (next) response.destroy();
    return next ?? bodyOf(response);
  }

  return async (text) => {
    const signal = AbortSignal.timeout(longestMs);
    const ended = new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(new FetchError(tooSlow)));
    });
    ended.catch(() => undefined);
    let url = requireHttps(text);
    for (let redirects = 0; ; redirects += 1) {
      const found = await read(url, signal, ended).catch((error: unknown) => {
        if (signal.aborted) throw new FetchError(tooSlow);
        throw error instanceof FetchError ? error : new FetchError('This address can’t be reached');
      });
      if (found instanceof Uint8Array) return found;
      if (redirects === mostRedirects) throw new FetchError('This address leads on too often');
      url = requireHttps(found);
    }
  };
}

const tooSlow = 'This address takes too long to answer';

function noHost(): never {
  throw new FetchError('This address can’t be found');
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function requireHttps(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw new FetchError('An address must start with https://');
  if (url.username || url.password) throw new FetchError('An address can’t have a password in it');
  return url;
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  return isRedirect && headers.location ? URL.parse(headers.location, from)?.href : undefined;
}

async function bodyOf(response: IncomingMessage): Promise<Uint8Array> {
  if (response.statusCode !== 200) {
    response.destroy();
    throw new FetchError(`This address answers with an error (${response.statusCode})`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      response.destroy();
      throw new FetchError('This calendar is larger than 1 MB', true);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads addresses on the internet. */
export const fetchPublic = openPublicFetch();
