import type { SQL } from 'drizzle-orm';
import type { TokenScope } from '#contract/base/tokens.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Guess } from '#platform/rate/guesses.ts';
import type { Context, DoorLinkFacts, NewSession, Route } from './context.ts';
import type { Viewer } from '#platform/viewer.ts';

/** A valid session. */
export interface Session {
  account: Viewer;
  expiresAt: Date;
  lastSeenAt: Date;
  /** It began with a passkey that verified its user, which counts as both steps. */
  verifiedUser: boolean;
}

/** The owner of a script's token, and its scopes. */
export interface Bearer {
  id: number;
  account: Viewer;
  scopes: TokenScope[];
  lastUsedAt: Date | null;
}

/** The subjects that a call counts against, besides its address. */
export interface CountedFor {
  account?: string | undefined;
  /** The values in the call that may be wrong, counted separately. */
  guesses?: Guess[];
}

/** The platform's questions about callers. The feature that signs people in answers them. */
export interface CallerProvider {
  /** Finds a token's session with its account. */
  sessionOf: (db: Database, token: string, now: Date) => Promise<Session | undefined>;
  /** Records the use of a session; returns the session if its end has moved. */
  noteUse: (
    db: Database,
    token: string,
    session: Session,
    now: Date,
  ) => Promise<NewSession | undefined>;
  /** Finds the owner of a script's valid token. */
  bearerOf: (db: Database, token: string, now: Date) => Promise<Bearer | undefined>;
  /** Records the use of a script's token. */
  noteTokenUse: (db: Database, bearer: Bearer, now: Date) => Promise<void>;
  /** Finds the link of a helper's token while it opens a door, and records its use. */
  doorLinkOf: (db: Database, token: string, now: Date) => Promise<DoorLinkFacts | undefined>;
  /** Tells whether an admin lacks the two-step sign-in that the site requires. */
  lacksTwoStep: (db: Database, session: Session, config: Config) => Promise<boolean>;
  /** The account that a call counts against before its body is read. */
  callerOf: (route: Route, context: Context) => string | undefined;
  /** The account and subject that the call's body counts against. */
  countedFor: (route: Route, context: Context, body: unknown) => Promise<CountedFor>;
  /** Warns the owner of an address about many wrong guesses. */
  warnOfGuesses: (
    db: Database,
    guess: Guess,
    network: string,
    config: Config,
    now: Date,
  ) => Promise<void>;
  /** A query for the member's id by session token: one column, at most one row. */
  memberBySession: (token: string) => SQL;
}
