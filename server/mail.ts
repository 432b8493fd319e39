import { addresseeOf } from './features/base/accounts/queries.ts';
import { enforcementLetters } from './features/safety/enforcement/emails.ts';
import { donationLetters } from './features/base/donations/emails.ts';
import { eventLetters } from './features/events/events/emails.ts';
import { waitlistLetters } from './features/events/attendance/emails/waitlist.ts';
import { complaintLetters } from './features/safety/complaints/emails.ts';
import { contactLetters } from './features/events/contact/emails.ts';
import { messageLetters } from './features/events/messages/emails.ts';
import { complianceEmails } from './features/safety/compliance/emails.ts';
import { groupLetters } from './features/community/groups/emails.ts';
import { addressOfAccountKey } from './features/base/sign-in/mutations/links.ts';
import { membershipLetters } from './features/community/membership/emails.ts';
import { twoStepLetters } from './features/base/sign-in/emails/two-step.ts';
import { addressOfOffer } from './features/events/attendance/queries/offer.ts';
import { addressOfSubscription, preferencesOf } from './features/base/mail/queries/preferences.ts';
import { reportLetters } from './features/safety/reports/emails.ts';
import { addressOfReport } from './features/safety/reports/queries/links.ts';
import { reviewLetters } from './features/operations/reviews/emails.ts';
import { rsvpLetters } from './features/events/attendance/emails/rsvps.ts';
import {
  noteCalendar,
  takeOutOfCalendar,
} from './features/events/attendance/mutations/notifications.ts';
import { openSigner } from './features/base/settings/mutations.ts';
import { currentSettings } from './features/base/settings/queries.ts';
import type { Correspondence } from './platform/mail/compose.ts';
import type { MailDeps } from './platform/mail/deliver.ts';
import type { LetterKind, LettersOf } from './platform/mail/letter.ts';
import type { EffectKind, Effects } from './platform/mail/effects.ts';
import { openMail as openPost, type Surroundings } from './platform/mail/start.ts';
import { seriesLetters } from './features/events/series/emails.ts';
import { tokenLetters } from './features/base/tokens/emails.ts';
import { signInLetters } from './features/base/sign-in/emails/sign-in.ts';

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
  ...complianceEmails,
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
