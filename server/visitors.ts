import { warnOfGuesses } from './features/base/sign-in/mutations/warning.ts';
import { noteUse } from './features/base/sign-in/mutations/sessions.ts';
import { callerOf, countedFor } from './features/base/sign-in/queries/counted-for.ts';
import { memberBySession, sessionOf } from './features/base/sign-in/queries/sessions.ts';
import { lacksTwoStep } from './features/base/sign-in/queries/two-step.ts';
import { noteTokenUse } from './features/base/tokens/mutations.ts';
import { bearerOf } from './features/base/tokens/queries.ts';
import type { Visitors } from './platform/http/visitors.ts';

/** Identifies the caller of every request. */
export const visitors: Visitors = {
  sessionOf,
  noteUse,
  bearerOf,
  noteTokenUse,
  lacksTwoStep,
  callerOf,
  countedFor,
  warnOfGuesses,
  memberBySession,
};
