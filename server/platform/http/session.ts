import { deviceDays } from '#contract/platform/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { Config } from '#platform/config.ts';
import { isUnreachable } from '#platform/db/database.ts';
import { isFromElsewhere, isHttps, originOf } from './client-address/address.ts';
import { isNearby, networkOf } from './client-address/network.ts';
import type { ReplicaReads } from './replica-reads.ts';
import type { Context, Reply } from './context.ts';
import type { CallerProvider } from './caller-provider.ts';

/**
 * On HTTPS the prefix binds the cookie to this very host: no other host of the domain can set it.
 */
const cookieName = (config: Config, name: 'session' | 'sign-in') =>
  isHttps(config) ? `__Host-${name}` : name;

const cookieOptions = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) }) as const;

export const sessionToken = (request: FastifyRequest, config: Config): string | undefined =>
  request.cookies[cookieName(config, 'session')] || undefined;

/** Sets or clears the session cookie. */
export function writeSession(
  reply: FastifyReply,
  config: Config,
  session: Reply<unknown>['session'],
): void {
  const name = cookieName(config, 'session');
  if (session === 'ended') void reply.clearCookie(name, cookieOptions(config));
  else if (session) {
    void reply.setCookie(name, session.token, {
      ...cookieOptions(config),
      expires: session.expiresAt,
    });
    if (session.device) writeDevice(reply, config, session.device);
  }
}

/** The browser sends this cookie with sign-ins only. */
const deviceCookie = (config: Config) => (isHttps(config) ? '__Secure-device' : 'device');

function writeDevice(reply: FastifyReply, config: Config, device: string): void {
  for (const path of ['/api/login', '/api/passkeys/sign-in']) {
    void reply.setCookie(deviceCookie(config), device, {
      ...cookieOptions(config),
      path,
      maxAge: deviceDays * 24 * 60 * 60,
    });
  }
}

/** Sets or clears the cookie of a sign-in at the outside issuer. */
function writeTicket(reply: FastifyReply, config: Config, ticket: Reply<unknown>['ticket']): void {
  const name = cookieName(config, 'sign-in');
  if (ticket === 'used') void reply.clearCookie(name, cookieOptions(config));
  else if (ticket) {
    void reply.setCookie(name, ticket.value, {
      ...cookieOptions(config),
      expires: ticket.expiresAt,
    });
  }
}

const keyCookie = (config: Config, name: string) => (isHttps(config) ? `__Secure-${name}` : name);

/** Sets or clears the cookie of a key. The browser sends it with the key's own paths only. */
export function writePathKey(
  reply: FastifyReply,
  config: Config,
  key: Reply<unknown>['pathKey'],
): void {
  if (!key) return;
  const { paths, kept } = key;
  const name = keyCookie(config, key.name);
  for (const path of paths) {
    const options = { ...cookieOptions(config), path };
    if (kept) void reply.setCookie(name, kept.value, { ...options, expires: kept.expiresAt });
    else void reply.clearCookie(name, options);
  }
}

/** Sets or clears each cookie that an answer names. */
export function writeCookies(reply: FastifyReply, config: Config, answer: Reply<unknown>): void {
  writeSession(reply, config, answer.session);
  writeTicket(reply, config, answer.ticket);
  writePathKey(reply, config, answer.pathKey);
}

export function whereUnreachable(error: unknown): undefined {
  if (!isUnreachable(error)) throw error;
}

/** In characters: browsers send half as many, and nothing reads the rest. */
const longestUserAgent = 300;

export type ContextDeps = Pick<
  Context,
  'db' | 'config' | 'searchLocations' | 'payments' | 'signer' | 'issuer'
> & {
  clock: () => Date;
  replicaReads: ReplicaReads | undefined;
  callerProvider: CallerProvider;
};

/** Returns the part of a call's context that does not depend on its caller. */
export const requestContext = (
  request: FastifyRequest,
  { db, config, searchLocations, payments, signer, issuer }: ContextDeps,
  now: Date,
  origin = originOf(request, config),
) => ({
  db,
  config,
  searchLocations,
  payments,
  signer,
  issuer,
  now,
  userAgent: userAgentOf(request),
  network: networkOf(request.ip),
  origin,
  isConfidential: origin.startsWith('https:') || isNearby(request.ip),
  fromElsewhere: isFromElsewhere(request, config),
  attempt: undefined,
});

const userAgentOf = ({ headers }: FastifyRequest) =>
  headers['user-agent'] === undefined
    ? undefined
    : cleanText(headers['user-agent'], longestUserAgent);

/** Identifies the caller and the time, once a request. Using a session extends it. */
export async function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ContextDeps,
): Promise<Context> {
  const now = deps.clock();
  const token = sessionToken(request, deps.config);
  const session = token ? await deps.callerProvider.sessionOf(deps.db, token, now) : undefined;
  if (token && session) {
    // Reads continue if nothing can be written: on a full disk, or a standby.
    const moved = await deps.callerProvider
      .noteUse(deps.db, token, session, now)
      .catch(whereUnreachable);
    writeSession(reply, deps.config, moved);
  }
  const isHeldBack =
    session !== undefined &&
    (await deps.callerProvider.lacksTwoStep(deps.db, session, deps.config));
  return {
    ...requestContext(request, deps, now),
    replicaReads: deps.replicaReads?.for(session?.account.id),
    viewer: session ? (isHeldBack ? { ...session.account, role: 'user' } : session.account) : null,
    isHeldBack,
    scopes: undefined,
    doorLink: undefined,
    token,
    ticket: request.cookies[cookieName(deps.config, 'sign-in')] || undefined,
    device: request.cookies[deviceCookie(deps.config)] || undefined,
    pathKey: (name) => request.cookies[keyCookie(deps.config, name)] || undefined,
  };
}
