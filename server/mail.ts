import { adminLetters } from './features/admin/letters.ts';
import { donationLetters } from './features/donations/letters.ts';
import { eventLetters } from './features/events/letters.ts';
import { groupLetters } from './features/groups/letters.ts';
import { identityLetters } from './features/sign-in/letters/sign-in.ts';
import { membershipLetters } from './features/membership/letters.ts';
import { twoStepLetters } from './features/sign-in/letters/two-step.ts';
import type { LetterKind, LettersOf } from './platform/mail/letter.ts';
import type { EffectKind, Effects } from './platform/mail/outbox.ts';

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
