import type { CleanText } from '#contract/platform/clean-text.ts';
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

/** A helper's link to the door of one event. */
export interface DoorLinkFacts {
  id: number;
  eventId: number;
  name: CleanText;
  /** Whether the helper reads notes such as allergies. */
  notes: boolean;
  lastUsedAt: Date | null;
}

/** Everything a handler receives beside its input. */
export interface Context<V extends Viewer | null = Viewer | null> {
  db: Database;
  /** Undefined if there is no replica. */
  replicaReads: RequestReads | undefined;
  viewer: V;
  /**
   * An admin without the two-step sign-in that this site requires; until then a member like any
   * other.
   */
  isHeldBack: boolean;
  now: Date;
  config: Config;
  searchLocations: LocationSearch;
  issuer: Issuer | undefined;
  /** Null if no payment provider is set up. */
  payments: Payments | null;
  signer: Signer;
  /** The scopes of a script's token; undefined for a call with a session. */
  scopes: readonly TokenScope[] | undefined;
  /** The link of a helper at the door; undefined for all other callers. */
  doorLink: DoorLinkFacts | undefined;
  /** The session token of the request. */
  token: string | undefined;
  /** The browser's ticket from a sign-in that it began at the outside issuer. */
  ticket: string | undefined;
  /** The first 300 characters of the User-Agent header. */
  userAgent: CleanText | undefined;
  /** The part of the caller's address that may be stored. */
  network: string;
  /** The mark of a browser that somebody has signed in with. */
  device: string | undefined;
  /** Returns a key that the browser keeps for this path. */
  pathKey: (name: string) => string | undefined;
  /** The site's public origin. */
  origin: string;
  /** Nobody on the path can read the request: it came by HTTPS, or from this machine or network. */
  isConfidential: boolean;
  /** The request comes from another site, or the browser's prefetch. */
  fromElsewhere: boolean;
  /** The attempt that the call belongs to; undefined if the caller sent no key. */
  attempt: Attempt | undefined;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  /** The cursor of the next page; sent as a `Link` header. */
  next?: string | undefined;
  /** Sent as `X-Total-Count`. */
  total?: number;
  /** Another member whose own reads must see this write. */
  concerns?: string;
  redirect?: string;
  headers?: Record<string, string>;
  session?: NewSession | 'ended';
  ticket?: { value: string; expiresAt: Date } | 'used';
  /** A key that the browser keeps for some paths, or forgets. */
  pathKey?: {
    name: string;
    paths: readonly string[];
    kept: { value: string; expiresAt: Date } | undefined;
  };
}

/** One request's access to the replica. */
export interface RequestReads {
  replica: Replica;
  /** Returns the replica if it has the caller's own writes. */
  db: () => Promise<Database | undefined>;
}

export interface Route {
  endpoint: Endpoint;
  answer: (raw: RawInput, context: Context) => Promise<Reply<unknown>>;
}

/** The raw parts of a request. */
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
