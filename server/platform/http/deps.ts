import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/db/database.ts';
import type { LocationSearch } from '#platform/geo/location-search.ts';
import type { Issuer } from '#platform/oidc/issuer.ts';
import type { Payments } from '#platform/payments/payments.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { RateLimiter } from '#platform/rate/limits.ts';
import type { ReplicaReads } from './replica-reads.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { CallerProvider } from './caller-provider.ts';

export interface Deps {
  db: Database;
  config: Config;
  clock: () => Date;
}

/** The services that calls use. */
export interface CallDeps extends Deps {
  callerProvider: CallerProvider;
  searchLocations: LocationSearch;
  shared: ResponseCache;
  payments: Payments | null;
  signer: Signer;
  /** Undefined without an outside issuer. */
  issuer: Issuer | undefined;
  /** Refuses calls that this site has switched off. */
  closedRefusal: (key: string) => Refusal | null;
  /** Undefined if limits are off. */
  rateLimiter: RateLimiter | undefined;
  /** Undefined if there is no replica. */
  replicaReads: ReplicaReads | undefined;
}
