import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenScopeOf } from '#contract/token-calls.ts';
import type { TokenScope } from '#contract/base/tokens.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { RateLimiter } from '#platform/rate/limits.ts';
import { doorLinkEnded, Refusal } from '#platform/refusal.ts';
import { addressSubject } from './client-address/network.ts';
import type { Context, Route } from './context.ts';
import { requestContext, whereUnreachable, type ContextDeps } from './session.ts';

/** Reads the token of an authorization scheme: '' if the header has the scheme but no token. */
export function authorization(
  { headers: { authorization: header = '' } }: FastifyRequest,
  scheme: 'bearer' | 'door',
): string | undefined {
  const [named, token] = [header.slice(0, scheme.length), header.slice(scheme.length)];
  return named.toLowerCase() === scheme && !/^\S/.test(token) ? token.trim() : undefined;
}

type Deps = ContextDeps & { rateLimiter: RateLimiter | undefined };

/**
 * Identifies the caller by the token alone, ignoring any cookie. An admin's token has a member's
 * rights only: admin tools are not for scripts.
 * @throws Refusal `sign_in_required` for an invalid token, `too_many_requests` after many of those
 */
export async function bearerContext(
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<Context> {
  const { db, clock, callerProvider, rateLimiter } = deps;
  const now = clock();
  const bearer = await callerProvider.bearerOf(db, token, now);
  if (!bearer) {
    await rateLimiter?.count('token', [addressSubject(request.ip)]);
    void reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw new Refusal(
      'sign_in_required',
      'This token isn’t valid. It may have expired or been revoked.',
    );
  }
  await callerProvider.noteTokenUse(db, bearer, now).catch(whereUnreachable);
  return {
    ...requestContext(request, deps, now),
    replicaReads: deps.replicaReads?.for(bearer.account.id),
    viewer: { ...bearer.account, role: 'user' },
    isHeldBack: false,
    scopes: bearer.scopes,
    doorLink: undefined,
    token: undefined,
    ticket: undefined,
    device: undefined,
    pathKey: () => undefined,
  };
}

/**
 * Identifies a helper at the door by their link, which opens the calls that declare it and nothing
 * else.
 * @throws Refusal `sign_in_required` for a link that has ended or opens yet, or for another call
 */
export async function doorContext(
  { endpoint }: Pick<Route, 'endpoint'>,
  token: string,
  request: FastifyRequest,
  deps: Deps,
): Promise<Context> {
  const { db, clock, callerProvider, rateLimiter } = deps;
  const now = clock();
  const doorLink = endpoint.doorLinks && (await callerProvider.doorLinkOf(db, token, now));
  if (!doorLink) {
    await rateLimiter?.count('token', [addressSubject(request.ip)]);
    throw doorLinkEnded();
  }
  return {
    ...requestContext(request, deps, now),
    replicaReads: undefined,
    viewer: null,
    isHeldBack: false,
    scopes: undefined,
    doorLink,
    token: undefined,
    ticket: undefined,
    device: undefined,
    pathKey: () => undefined,
  };
}

/** Refuses calls that no token may make, or that this token's scopes exclude. */
export function scopeRefusal(
  endpoint: Pick<Endpoint, 'key'>,
  scopes: readonly TokenScope[],
): Refusal | null {
  const needed = tokenScopeOf(endpoint);
  if (needed === null)
    return new Refusal('forbidden', 'You can’t do this with a token. Please sign in instead.');
  if (scopes.includes(needed)) return null;
  return new Refusal('forbidden', `This token can’t ${needed}. Please use one that can.`);
}
