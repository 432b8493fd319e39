import type { SQL } from 'drizzle-orm';
import type { TokenScope } from '#contract/base/tokens.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Guess } from '#platform/rate/guesses.ts';
import type { Context, NewSession, Route } from './context.ts';
import type { Viewer } from '#platform/viewer.ts';

/** A session that is in force. */
export interface Session {
  account: Viewer;
  expiresAt: Date;
  lastSeenAt: Date;
}

/** Whose token a script has called with, and what it may do. */
export interface Bearer {
  id: number;
  account: Viewer;
  scopes: TokenScope[];
  lastUsedAt: Date | null;
}

/** Whom a call is counted for, besides the address it comes from. */
export interface CountedFor {
  account?: string | undefined;
  /** The values in the call that may be wrong, counted separately. */
  guesses?: Guess[];
}

/** The platform's questions about callers. The feature that signs people in answers them. */
export interface Visitors {
  /** The session of a token, with its account. */
  sessionOf: (db: Database, token: string, now: Date) => Promise<Session | undefined>;
  /** Notes that a session is in use; the session with its new end, where that has moved. */
  noteUse: (
    db: Database,
    token: string,
    session: Session,
    now: Date,
  ) => Promise<NewSession | undefined>;
  /** Whose a script's token is, if it is in force. */
  bearerOf: (db: Database, token: string, now: Date) => Promise<Bearer | undefined>;
  /** Notes that a script's token is in use. */
  noteTokenUse: (db: Database, bearer: Bearer, now: Date) => Promise<void>;
  /** Whether this is an admin without the second step that the site demands of admins. */
  lacksTwoStep: (db: Database, viewer: Viewer, config: Config) => Promise<boolean>;
  /** Whom a call is counted for before its body is read, besides the address it comes from. */
  callerOf: (route: Route, context: Context) => string | undefined;
  /** The account and subject that the call's body counts against. */
  countedFor: (route: Route, context: Context, body: unknown) => Promise<CountedFor>;
  /** Tells the owner of an address that many have guessed at it. */
  warnOfGuesses: (
    db: Database,
    guess: Guess,
    network: string,
    config: Config,
    now: Date,
  ) => Promise<void>;
  /** A query for the id of the member whose session a token is: one column, one row or none. */
  memberBySession: (token: string) => SQL;
}
