import { addresseeOf } from './features/accounts/queries.ts';
import { enforcementLetters } from './features/enforcement/letters.ts';
import { donationLetters } from './features/donations/letters.ts';
import { eventLetters } from './features/events/letters.ts';
import { waitlistLetters } from './features/attendance/letters/waitlist.ts';
import { complaintLetters } from './features/complaints/letters.ts';
import { contactLetters } from './features/contact/letters.ts';
import { messageLetters } from './features/messages/letters.ts';
import { paperLetters } from './features/papers/letters.ts';
import { groupLetters } from './features/groups/letters.ts';
import { addressOfAccountKey } from './features/sign-in/mutations/links.ts';
import { membershipLetters } from './features/membership/letters.ts';
import { twoStepLetters } from './features/sign-in/letters/two-step.ts';
import { addressOfOffer } from './features/attendance/queries/offer.ts';
import { addressOfSubscription, preferencesOf } from './features/mail/queries/preferences.ts';
import { reportLetters } from './features/reports/letters.ts';
import { addressOfReport } from './features/reports/queries/links.ts';
import { reviewLetters } from './features/reviews/letters.ts';
import { rsvpLetters } from './features/attendance/letters/rsvps.ts';
import { noteCalendar, takeOutOfCalendar } from './features/attendance/mutations/notifications.ts';
import { openSigner } from './features/settings/mutations.ts';
import { currentSettings } from './features/settings/queries.ts';
import type { Correspondence } from './platform/mail/compose.ts';
import type { MailDeps } from './platform/mail/deliver.ts';
import type { LetterKind, LettersOf } from './platform/mail/letter.ts';
import type { EffectKind, Effects } from './platform/mail/effects.ts';
import { openMail as openPost, type Surroundings } from './platform/mail/start.ts';
import { seriesLetters } from './features/series/letters.ts';
import { tokenLetters } from './features/tokens/letters.ts';
import { signInLetters } from './features/sign-in/letters/sign-in.ts';

/** The letter of every kind of effect: a kind without one does not compile. */
const letters: LettersOf<EffectKind> = {
  ...enforcementLetters,
  ...donationLetters,
  ...eventLetters,
  ...groupLetters,
  ...signInLetters,
  ...membershipLetters,
  ...messageLetters,
  ...complaintLetters,
  ...contactLetters,
  ...paperLetters,
  ...reportLetters,
  ...reviewLetters,
  ...rsvpLetters,
  ...seriesLetters,
  ...tokenLetters,
  ...twoStepLetters,
  ...waitlistLetters,
};

const correspondence: Correspondence = {
  letterOf: (kind) =>
    Object.hasOwn(letters, kind)
      ? (letters[kind as EffectKind] as LetterKind<Effects[EffectKind]>)
      : undefined,
  addresseeOf,
  siteOf: async (db, config, now) => {
    const { siteName, supportEmail } = await currentSettings(db, null, config, now);
    return { name: siteName, supportEmail };
  },
  preferencesOf,
  noteCalendar,
  takeOutOfCalendar,
  addressOfAccountKey,
  addressOfOffer,
  addressOfReport,
  addressOfSubscription,
};

/** All that delivering takes: the platform's post, and what the features write. */
export async function openMail(given: Surroundings): Promise<MailDeps> {
  const signer = await openSigner(given.db, given.config, given.clock());
  return openPost({ ...given, signer, correspondence });
}
