import { adminLetters } from '../admin/emails.ts';
import { donationLetters } from '../donations/emails.ts';
import { eventLetters } from '../events/emails.ts';
import { groupLetters } from '../groups/emails.ts';
import { identityLetters } from '../identity/emails.ts';
import { membershipLetters } from '../membership/emails.ts';
import { twoStepLetters } from '../twostep/emails.ts';
import type { LetterKind, LettersOf } from './letter.ts';
import type { EffectKind, Effects } from './outbox.ts';

/** The letter of every kind of effect: a kind without one does not compile. */
const letters: LettersOf<EffectKind> = {
  ...adminLetters,
  ...donationLetters,
  ...eventLetters,
  ...groupLetters,
  ...identityLetters,
  ...membershipLetters,
  ...twoStepLetters,
};

/** Undefined for a kind that a later version of the site wrote. */
export const letterKind = (kind: string): LetterKind<Effects[EffectKind]> | undefined =>
  Object.hasOwn(letters, kind)
    ? (letters[kind as EffectKind] as LetterKind<Effects[EffectKind]>)
    : undefined;
