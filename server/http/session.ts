import type { FastifyReply, FastifyRequest } from 'fastify';
import { prolongSession } from '../accounts/mutations.ts';
import { sessionOf } from '../accounts/queries.ts';
import type { Config } from '../config.ts';
import { originOf } from './address.ts';
import type { Context, Reply } from './route.ts';

const isHttps = (config: Config) => config.publicOrigin?.startsWith('https:') ?? false;
const cookieName = (config: Config) => (isHttps(config) ? '__Host-session' : 'session');

const cookieOptions = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) }) as const;

export const sessionToken = (request: FastifyRequest, config: Config): string | undefined =>
  request.cookies[cookieName(config)] || undefined;

/** Sets or takes away the session cookie, as an answer says. */
export function writeSession(
  reply: FastifyReply,
  config: Config,
  session: Reply<unknown>['session'],
): void {
  if (session === 'ended') void reply.clearCookie(cookieName(config), cookieOptions(config));
  else if (session) {
    void reply.setCookie(cookieName(config), session.token, {
      ...cookieOptions(config),
      expires: session.expiresAt,
    });
  }
}

/** Who asks, and when: read once a request. A session in use moves its end on. */
export async function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<Context, 'db' | 'config' | 'places' | 'payments' | 'signer'> & { clock: () => Date },
): Promise<Context> {
  const now = deps.clock();
  const token = sessionToken(request, deps.config);
  const session = token ? await sessionOf(deps.db, token, now) : undefined;
  if (token && session) {
    writeSession(reply, deps.config, await prolongSession(deps.db, token, session, now));
  }
  return {
    db: deps.db,
    config: deps.config,
    places: deps.places,
    payments: deps.payments,
    signer: deps.signer,
    viewer: session?.account ?? null,
    now,
    token,
    userAgent: request.headers['user-agent'],
    origin: originOf(request, deps.config),
  };
}
