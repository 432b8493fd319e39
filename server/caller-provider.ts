import { warnOfGuesses } from './features/base/sign-in/mutations/warning.ts';
import { recordSessionUse } from './features/base/sign-in/mutations/sessions.ts';
import { callerOf, countedFor } from './features/base/sign-in/queries/counted-for.ts';
import { memberBySession, sessionOf } from './features/base/sign-in/queries/sessions.ts';
import { lacksTwoStep } from './features/base/sign-in/queries/two-step.ts';
import { recordTokenUse } from './features/base/tokens/mutations.ts';
import { bearerOf } from './features/base/tokens/queries.ts';
import { doorLinkOf } from './features/events/arrivals/mutations/door-links.ts';
import type { CallerProvider } from './platform/http/caller-provider.ts';

/** Identifies the caller of every request. */
export const callerProvider: CallerProvider = {
  sessionOf,
  noteUse: recordSessionUse,
  bearerOf,
  noteTokenUse: recordTokenUse,
  doorLinkOf,
  lacksTwoStep,
  callerOf,
  countedFor,
  warnOfGuesses,
  memberBySession,
};
