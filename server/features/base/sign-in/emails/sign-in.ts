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
    /** `next`: a path on this site, where they were going as they signed up. */
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
    // Asked for by address alone: whether there is an account shows here, and nowhere before.
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
    // Sent to the address alone: only its owner learns from this whether there is an account.
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
  preheader: 'One press, so that news of your groups and events reaches you.',
  paragraphs: [
    `Welcome to ${name}. Please confirm that this is your email address, so that news of your groups and events reaches you.`,
  ],
  button: { label: 'Confirm your email address', key },
  closing: `The link works for ${linkHours.confirm_email / 24} days, and asks you to log in if you are not. If you have not signed up at ${name}, you need do nothing: without your word the address stays unconfirmed.`,
});

const reset = (key: AccountKey, { name }: Site): EmailMessage => ({
  subject: `Choose a new password for ${name}`,
  preheader: 'The link works once, and for an hour.',
  paragraphs: [
    `Somebody, we hope you, asked for a new password for your account at ${name}.`,
    'The link works once, and for an hour. A new password signs you out everywhere else.',
  ],
  button: { label: 'Choose a new password', key },
  closing:
    'If it was not you, you need do nothing: your password stays as it is, and nobody else has seen this link.',
});

const changed = (url: string, { name, supportEmail }: Site): EmailMessage => ({
  subject: `Your password for ${name} has been changed`,
  preheader: 'If it was you, all is well.',
  paragraphs: [
    `The password of your account at ${name} has been changed, every other device has been signed out, and your tokens for scripts and your calendar’s address have ended.`,
    'If it was you, all is well.',
  ],
  button: { label: 'It was not me', url },
  closing: `If it was not you, choose a new password by mail at once, and write to ${supportEmail}.`,
});

const newSignIn = (
  { at, network, device }: { at: string; network: string; device: string },
  { name, origin, supportEmail }: Site,
): EmailMessage => ({
  subject: `A new sign-in to your account at ${name}`,
  preheader: `${device}, ${formatCommentDate(at)}. If it was you, all is well.`,
  paragraphs: [
    `Somebody has just signed in to your account at ${name} on a device and from a network that we have not seen you at before.`,
    'If it was you, all is well.',
  ],
  details: [
    { label: 'When', value: `${formatCommentDate(at)}, London time` },
    { label: 'Device', value: device },
    { label: 'Network', value: network },
  ],
  button: { label: 'See where you are signed in', url: `${origin}${sessionsPath}` },
  closing: `If it was not you, choose a new password at once, at ${origin}${paths.forgotPassword}: it signs out every device, that one too. Then write to ${supportEmail}.`,
});

const wrongGuesses = (
  { last, at, network }: EmailPayloads['wrong_guesses'],
  { name, origin, supportEmail }: Site,
): EmailMessage => ({
  subject: `Wrong ${last}s for your account at ${name}`,
  preheader: `Ten within an hour, ${formatCommentDate(at)}. If it was you, all is well.`,
  paragraphs: [
    `Ten times within an hour, somebody has typed a wrong password or a wrong code for your account at ${name}. After a few more they have to wait.`,
    last === 'code'
      ? 'A code is asked for once the password was right. If it was not you, somebody knows your password.'
      : 'If it was you, all is well: you can choose a new password by mail.',
  ],
  details: [
    {
      label: 'The last was',
      value: last === 'code' ? 'a code of two-step sign-in' : 'a password',
    },
    { label: 'When', value: `${formatCommentDate(at)}, London time` },
    { label: 'Network', value: network },
  ],
  button: { label: 'See what became of the latest tries', url: `${origin}${sessionsPath}` },
  closing: `If it was not you, choose a new password that you use nowhere else, at ${origin}${paths.forgotPassword}, and have two-step sign-in on, at ${origin}${twoStepPath}. If you are in doubt, write to ${supportEmail}.`,
});
