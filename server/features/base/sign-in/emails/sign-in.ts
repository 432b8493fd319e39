import type { Account } from '#contract/base/accounts.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { paths, sessionsPath, twoStepPath } from '#contract/platform/paths.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { linkHours } from '../policy/sign-in.ts';
import type { AccountKey } from '#platform/mail/email.ts';
import type { EmailMessage, EmailsOf, Site } from '#platform/mail/email.ts';
import type { EmailPayloads } from '#platform/mail/email.ts';
import { accountByEmail } from '../queries/sign-in.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** `next`: the path on this site that they came from when they signed up. */
    confirm_email: { next?: string };
    password_reset: Record<string, never>;
    password_changed: Record<string, never>;
    new_sign_in: { at: string; network: string; device: string };
    /** The last wrong guess, with its time and network. */
    wrong_guesses: { last: 'password' | 'code'; at: string; network: string };
  }
}

type Kind =
  | 'confirm_email'
  | 'password_reset'
  | 'password_changed'
  | 'new_sign_in'
  | 'wrong_guesses';

export const signInEmails: EmailsOf<Kind> = {
  confirm_email: {
    throttleKey: () => 'account',
    urgent: true,
    requestedByRecipient: true,
    safeForUnconfirmed: true,
    write: async ({ next }, { db, site, recipient }) => {
      const account = recipient.id ? await accountById(db, recipient.id) : undefined;
      if (!account || account.emailVerified) return undefined;
      const key: AccountKey = { opens: 'confirm_email', userId: account.id, ...(next && { next }) };
      return confirmation(key, site);
    },
  },
  password_reset: {
    throttleKey: () => 'account',
    urgent: true,
    requestedByRecipient: true,
    safeForUnconfirmed: true,
    // The form takes any address: only this email shows whether it has an account.
    write: async (_, { db, site, recipient }) => {
      const account = await accountByEmail(db, recipient.email);
      if (!account?.isActive) return undefined;
      const key: AccountKey = { opens: 'reset_password', userId: account.id };
      return { ...reset(key, site), ...greetingOf(account) };
    },
  },
  password_changed: {
    throttleKey: () => 'account',
    urgent: true,
    safeForUnconfirmed: true,
    write: (_, { site }) => changed(`${site.origin}${paths.forgotPassword}`, site),
  },
  new_sign_in: {
    throttleKey: () => 'account',
    urgent: true,
    safeForUnconfirmed: true,
    write: (seen, { site }) => newSignIn(seen, site),
  },
  wrong_guesses: {
    throttleKey: () => 'account',
    urgent: true,
    safeForUnconfirmed: true,
    // Sent only to the address: its owner alone learns whether it has an account.
    write: async (seen, { db, site, recipient }) => {
      const account = await accountByEmail(db, recipient.email);
      if (!account?.isActive) return undefined;
      return { ...wrongGuesses(seen, site), ...greetingOf(account) };
    },
  },
};

/**
 * Greets by name only at a confirmed address: anyone may have registered an unconfirmed one under
 * any name.
 */
const greetingOf = ({ emailVerified, firstName }: Account): Pick<EmailMessage, 'greeting'> =>
  emailVerified ? { greeting: `Hello ${firstName},` } : {};

const confirmation = (key: AccountKey, { name }: Site): EmailMessage => ({
  subject: `Confirm your email address for ${name}`,
  preheader: 'Then we can send you news of your groups and events.',
  paragraphs: [
    `Welcome to ${name}! Please confirm that this is your email address, so we can send you news of your groups and events.`,
  ],
  button: { label: 'Confirm your email address', key },
  closing: `The link works for ${linkHours.confirm_email / 24} days. You may need to log in first. If this wasn't you, ignore this email.`,
});

const reset = (key: AccountKey, { name }: Site): EmailMessage => ({
  subject: `Choose a new password for ${name}`,
  preheader: 'The link works once, within an hour.',
  paragraphs: [
    `Someone (we hope it was you) asked for a new password for your ${name} account.`,
    'The link works once, within an hour. A new password signs you out everywhere else.',
  ],
  button: { label: 'Choose a new password', key },
  closing:
    "If this wasn't you, ignore this email. Your password stays as it is, and nobody else has seen this link.",
});

const changed = (url: string, { name, supportEmail }: Site): EmailMessage => ({
  subject: `Your ${name} password has been changed`,
  preheader: 'If this was you, there’s nothing to do.',
  paragraphs: [
    `The password for your ${name} account has been changed. Your other devices have been signed out, and your access tokens and private calendar link no longer work.`,
    'If this was you, there’s nothing to do.',
  ],
  button: { label: 'This wasn’t me', url },
  closing: `If this wasn’t you, use the button to choose a new password straight away, then write to ${supportEmail}.`,
});

const newSignIn = (
  { at, network, device }: { at: string; network: string; device: string },
  { name, origin, supportEmail }: Site,
): EmailMessage => ({
  subject: `New sign-in to your ${name} account`,
  preheader: `${device}, ${formatCommentDate(at)}. If this was you, there’s nothing to do.`,
  paragraphs: [
    `Someone has just signed in to your ${name} account, on a device and a network that are new to us.`,
    'If this was you, there’s nothing to do.',
  ],
  details: [
    { label: 'When', value: `${formatCommentDate(at)}, London time` },
    { label: 'Device', value: device },
    { label: 'Network', value: network },
  ],
  button: { label: 'See where you’re signed in', url: `${origin}${sessionsPath}` },
  closing: `If this wasn’t you, choose a new password straight away at ${origin}${paths.forgotPassword}: it signs out every device, including that one. Then write to ${supportEmail}.`,
});

const wrongGuesses = (
  { last, at, network }: EmailPayloads['wrong_guesses'],
  { name, origin, supportEmail }: Site,
): EmailMessage => ({
  subject: `Wrong ${last}s entered for your ${name} account`,
  preheader: `Ten in an hour, the last on ${formatCommentDate(at)}.`,
  paragraphs: [
    `Someone has entered a wrong password or code for your ${name} account ten times within an hour. After a few more tries they’ll have to wait.`,
    last === 'code'
      ? 'We only ask for a code once the password is right. If this wasn’t you, someone knows your password.'
      : 'If this was you, don’t worry: if you’ve forgotten your password, you can choose a new one.',
  ],
  details: [
    {
      label: 'Last try',
      value: last === 'code' ? 'a two-step code' : 'a password',
    },
    { label: 'When', value: `${formatCommentDate(at)}, London time` },
    { label: 'Network', value: network },
  ],
  button: { label: 'See recent sign-ins', url: `${origin}${sessionsPath}` },
  closing: `If this wasn’t you, choose a new password that you use nowhere else at ${origin}${paths.forgotPassword}, and switch on two-step sign-in at ${origin}${twoStepPath}. If you’re not sure, write to ${supportEmail}.`,
});
