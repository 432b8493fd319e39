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

/** What every handler gets beside its input. */
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
  /** What the token of a script is for, where the call came with one: it stands in place of a session. */
  scopes: readonly TokenScope[] | undefined;
  /** The session token the request came with. */
  token: string | undefined;
  /** What the browser kept of a sign-in begun at the outside issuer. */
  ticket: string | undefined;
  /** Its beginning, of at most 300 characters. */
  userAgent: string | undefined;
  /** What may be kept of the caller's address. */
  network: string;
  /** What marks the browser as one that somebody has signed in with. */
  device: string | undefined;
  /** The site's outside origin. */
  origin: string;
  /** Asked for by another site, or by the browser ahead of time. */
  fromElsewhere: boolean;
  /** What the call is one try at; undefined where the caller said nothing of it. */
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
  /** What marks the browser as one that the account was signed in with. */
  device?: string;
}
