import { warnOfGuesses } from './features/sign-in/mutations/warning.ts';
import { noteUse } from './features/sign-in/mutations/sessions.ts';
import { callerOf, countedFor } from './features/sign-in/queries/counted-for.ts';
import { memberBySession, sessionOf } from './features/sign-in/queries/sessions.ts';
import { lacksTwoStep } from './features/sign-in/queries/two-step.ts';
import { noteTokenUse } from './features/tokens/mutations.ts';
import { bearerOf } from './features/tokens/queries.ts';
import type { Visitors } from './platform/http/visitors.ts';

/** Who calls, as every request is answered by it. */
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
