import { warnOfGuesses } from '../mutations/warning.ts';
import type { Visitors } from '../../../platform/http/visitors.ts';
import { noteUse } from '../mutations/sessions.ts';
import { callerOf, countedFor } from '../queries/counted-for.ts';
import { memberBySession, sessionOf } from '../queries/sessions.ts';
import { lacksTwoStep } from '../queries/two-step.ts';
import { noteTokenUse } from '../../tokens/mutations.ts';
import { bearerOf } from '../../tokens/queries.ts';

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
