import { addresseeOf, confirmedMember } from './features/base/accounts/queries.ts';
import { enforcementEmails } from './features/safety/enforcement/emails.ts';
import { donationEmails } from './features/base/donations/emails.ts';
import { eventEmails, eventPushes } from './features/events/events/emails.ts';
import { waitlistEmails } from './features/events/attendance/emails/waitlist.ts';
import { complaintEmails } from './features/safety/complaints/emails.ts';
import { commentEmails } from './features/events/comments/emails.ts';
import { contactEmails } from './features/events/contact/emails.ts';
import { messageEmails } from './features/events/messages/emails.ts';
import { complianceEmails } from './features/safety/compliance/emails.ts';
import { emailInvitationEmails } from './features/community/email-invitations/emails.ts';
import { groupEmails } from './features/community/groups/emails.ts';
import { addressOfAccountKey } from './features/base/sign-in/mutations/links.ts';
import { membershipEmails } from './features/community/membership/emails.ts';
import { twoStepEmails } from './features/base/sign-in/emails/two-step.ts';
import { guestEmails } from './features/events/guests/emails.ts';
import { addressOfGuest } from './features/events/guests/mutations/links.ts';
import { guestAddresseeOf, isGuestAddressConfirmed } from './features/events/guests/queries.ts';
import { addressOfQuestion } from './features/events/questions/queries.ts';
import { questionEmails } from './features/events/questions/emails.ts';
import { householdEmails } from './features/events/household/emails.ts';
import { askingEmails } from './features/events/attendance/emails/asking.ts';
import { addressOfAsk, addressOfOffer } from './features/events/attendance/queries/links.ts';
import { addressOfSubscription } from './features/base/mail/queries/preferences.ts';
import { reportEmails } from './features/safety/reports/emails.ts';
import { addressOfReport } from './features/safety/reports/queries/links.ts';
import { reviewEmails } from './features/operations/site-stats/emails.ts';
import { setupEmails } from './features/operations/setup/emails.ts';
import { rsvpEmails } from './features/events/attendance/emails/rsvps.ts';
import {
  recordCalendar,
  removeFromCalendar,
} from './features/events/attendance/mutations/notifications.ts';
import { openPushKeys, openSigner } from './features/base/settings/mutations.ts';
import { channelsOf } from './features/base/notifications/queries.ts';
import { logoIcon } from './ssr/icons.ts';
import { currentSettings } from './features/base/settings/queries.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import type { MailServices } from './platform/mail/compose.ts';
import type { MailDeps } from './platform/mail/deliver.ts';
import { emailDefinitions, type EmailKind, type EmailsOf } from './platform/mail/email.ts';
import { openTwilio } from './platform/mail/sms.ts';
import { openSmtp } from './platform/mail/smtp.ts';
import type { PushDeps } from './platform/push/deliver.ts';
import { pushDefinitions } from './platform/push/news.ts';
import { openPushClient } from './platform/push/send.ts';
import { SilentHosts } from './platform/push/silent-hosts.ts';
import { seriesEmails } from './features/events/series/emails.ts';
import { passkeyEmails } from './features/base/passkeys/emails.ts';
import { tokenEmails } from './features/base/tokens/emails.ts';
import { signInEmails } from './features/base/sign-in/emails/sign-in.ts';

/** Every kind of email: one without a definition does not compile. */
const emails: EmailsOf<EmailKind> = {
  ...enforcementEmails,
  ...donationEmails,
  ...eventEmails,
  ...groupEmails,
  ...emailInvitationEmails,
  ...guestEmails,
  ...signInEmails,
  ...membershipEmails,
  ...messageEmails,
  ...complaintEmails,
  ...commentEmails,
  ...contactEmails,
  ...complianceEmails,
  ...reportEmails,
  ...reviewEmails,
  ...rsvpEmails,
  ...seriesEmails,
  ...setupEmails,
  ...passkeyEmails,
  ...tokenEmails,
  ...twoStepEmails,
  ...waitlistEmails,
  ...askingEmails,
  ...householdEmails,
  ...questionEmails,
};

emailDefinitions.register(emails);
pushDefinitions.register(eventPushes);

const mailServices: MailServices = {
  addresseeOf,
  guestAddresseeOf,
  confirmedOwnerOf: async (db, address) =>
    (await confirmedMember(db, address)) ??
    ((await isGuestAddressConfirmed(db, address)) ? { firstName: null } : undefined),
  siteOf: async (db, config, now) => {
    const { siteName, supportEmail, logoUrl } = await currentSettings(db, null, config, now);
    const png = await logoIcon(db, logoUrl, { size: 96, onGround: true });
    return { name: siteName, supportEmail, ...(logoUrl && png && { logo: { url: logoUrl, png } }) };
  },
  channelsOf,
  noteCalendar: recordCalendar,
  removeFromCalendar,
  addressOfAccountKey,
  addressOfGuest,
  addressOfOffer,
  addressOfAsk,
  addressOfQuestion,
  addressOfReport,
  addressOfSubscription,
};

export interface MailSettings {
  db: Database;
  config: Config;
  clock: () => Date;
  log: FastifyBaseLogger;
  /** Links in emails begin with this origin. */
  origin: string;
}

/** Connects to the configured mail servers and returns all that sending needs. */
export async function openMail(settings: MailSettings): Promise<MailDeps> {
  const { db, config, clock, log } = settings;
  if (!config.smtpUrl) log.info('SMTP_URL is not set: emails are stored for admins and not sent');
  return {
    ...settings,
    services: mailServices,
    signer: await openSigner(db, config, clock()),
    sms: config.twilio && openTwilio(config.twilio),
    smtp: config.smtpUrl ? await openSmtp(config.smtpUrl) : undefined,
  };
}

/** Returns all that sending notifications needs; undefined where none are sent. */
export async function openPush(settings: MailSettings): Promise<PushDeps | undefined> {
  const { db, config, clock } = settings;
  if (!config.pushHosts) return undefined;
  const contact = async () =>
    `mailto:${(await mailServices.siteOf(db, config, clock())).supportEmail}`;
  return {
    ...settings,
    services: mailServices,
    signer: await openSigner(db, config, clock()),
    client: openPushClient({
      hosts: config.pushHosts,
      keys: await openPushKeys(db, config, clock()),
      contact,
    }),
    silentHosts: new SilentHosts(),
  };
}
