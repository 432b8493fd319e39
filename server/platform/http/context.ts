import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { TokenScope } from '#contract/base/tokens.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/db/database.ts';
import type { Replica } from '#platform/db/replica.ts';
import type { LocationSearch } from '#platform/geo/location-search.ts';
import type { Attempt } from '#platform/idempotency/once.ts';
import type { Issuer } from '#platform/oidc/issuer.ts';
import type { Payments } from '#platform/payments/payments.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Everything a handler receives beside its input. */
export interface Context<V extends Viewer | null = Viewer | null> {
  db: Database;
  /** Undefined where there is no replica. */
  replicaReads: RequestReads | undefined;
  viewer: V;
  /** An admin who has yet to switch two-step sign-in on, as this site demands: till then a member like any other. */
  isHeldBack: boolean;
  now: Date;
  config: Config;
  searchLocations: LocationSearch;
  issuer: Issuer | undefined;
  /** Null where no payment provider is set up. */
  payments: Payments | null;
  signer: Signer;
  /** The scopes of a script's token; undefined for a call with a session. */
  scopes: readonly TokenScope[] | undefined;
  /** The session token the request came with. */
  token: string | undefined;
  /** The browser's ticket from a sign-in that it began at the outside issuer. */
  ticket: string | undefined;
  /** Its beginning, of at most 300 characters. */
  userAgent: string | undefined;
  /** The part of the caller's address that may be stored. */
  network: string;
  /** The mark of a browser that somebody has signed in with. */
  device: string | undefined;
  /** The site's outside origin. */
  origin: string;
  /** Asked for by another site, or by the browser ahead of time. */
  fromElsewhere: boolean;
  /** The attempt that the call belongs to; undefined where the caller sent no key. */
  attempt: Attempt | undefined;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  /** The cursor of the page that follows; sent as a `Link` header. */
  next?: string | undefined;
  /** Sent as `X-Total-Count`. */
  total?: number;
  /** Another member, whose own reads have to know of the change at once. */
  concerns?: string;
  redirect?: string;
  headers?: Record<string, string>;
  session?: NewSession | 'ended';
  ticket?: { value: string; expiresAt: Date } | 'used';
}

/** A replica as one request may read it. */
export interface RequestReads {
  replica: Replica;
  /** It, where it has what the caller has done. */
  db: () => Promise<Database | undefined>;
}

export interface Route {
  endpoint: Endpoint;
  answer: (raw: RawInput, context: Context) => Promise<Reply<unknown>>;
}

/** A request's parts as they came. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export interface NewSession {
  token: string;
  expiresAt: Date;
  /** The mark of the browser that the account was signed in with. */
  device?: string;
}
