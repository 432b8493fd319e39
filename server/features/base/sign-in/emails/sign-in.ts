import { passkeysPath, paths, sessionsPath, twoStepPath } from '#contract/platform/paths.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { hasPasskeys } from '#features/base/passkeys/queries.ts';
import { linkHours } from '../policy/sign-in.ts';
import type { DeviceName } from '#platform/http/device.ts';
import type { AccountKey, OwnMessage } from '#platform/mail/email.ts';
import type { EmailsOf, Site } from '#platform/mail/email.ts';
import type { EmailPayloads } from '#platform/mail/email.ts';
import { own, ownNetwork, ownTime } from '#platform/mail/site-text.ts';
import { accountByEmail } from '../queries/sign-in.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** `next`: the path on this site that they came from when they signed up. */
    confirm_email: { next?: string };
    password_reset: Record<string, never>;
    password_changed: Record<string, never>;
    new_sign_in: { at: string; network: string; device: DeviceName };
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
    writeInOwnWords: async ({ next }, { db, site, recipient }) => {
      const account = recipient.id ? await accountById(db, recipient.id) : undefined;
      if (!account || account.emailVerified) return undefined;
      const key: AccountKey = { opens: 'confirm_email', userId: account.id, ...(next && { next }) };
      return confirmationMessage(key, site);
    },
  },
  password_reset: {
    throttleKey: () => 'account',
    urgent: true,
    requestedByRecipient: true,
    // The form takes any address: only this email shows whether it has an account.
    writeInOwnWords: async (_, { db, site, recipient }) => {
      const account = await accountByEmail(db, recipient.email);
      if (!account?.isActive) return undefined;
      const key: AccountKey = { opens: 'reset_password', userId: account.id };
      return resetMessage(key, site);
    },
  },
  password_changed: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: async (_, { db, site, recipient }) =>
      passwordChangedMessage(site, recipient.id !== null && (await hasPasskeys(db, recipient.id))),
  },
  new_sign_in: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: (seen, { site }) => newSignIn(seen, site),
  },
  wrong_guesses: {
    throttleKey: () => 'account',
    urgent: true,
    // Sent only to the address: its owner alone learns whether it has an account.
    writeInOwnWords: async (seen, { db, site, recipient }) => {
      const account = await accountByEmail(db, recipient.email);
      if (!account?.isActive) return undefined;
      return wrongGuesses(seen, site);
    },
  },
};

const confirmationMessage = (key: AccountKey, { name }: Site): OwnMessage => ({
  subject: own`Confirm your email address for ${name}`,
  preheader: own`Then we can send you news of your groups and events.`,
  paragraphs: [
    own`Welcome to ${name}! Please confirm that this is your email address, so we can send you news of your groups and events.`,
  ],
  button: { label: own`Confirm your email address`, key },
  closing: own`The link works for ${linkHours.confirm_email / 24} days. You may need to log in first. If this wasn't you, ignore this email.`,
});

const resetMessage = (key: AccountKey, { name }: Site): OwnMessage => ({
  subject: own`Choose a new password for ${name}`,
  preheader: own`The link works once, within an hour.`,
  paragraphs: [
    own`Someone (we hope it was you) asked for a new password for your ${name} account.`,
    own`The link works once, within an hour. A new password signs you out everywhere else.`,
  ],
  button: { label: own`Choose a new password`, key },
  closing: own`If this wasn't you, ignore this email. Your password stays as it is, and nobody else has seen this link.`,
});

const passwordChangedMessage = (
  { name, origin, supportEmail }: Site,
  passkeysLeft: boolean,
): OwnMessage => ({
  subject: own`Your ${name} password has been changed`,
  preheader: own`If this was you, there’s nothing to do.`,
  paragraphs: [
    own`The password for your ${name} account has been changed. Your other devices have been signed out, and your access tokens and private calendar link no longer work.`,
    ...(passkeysLeft
      ? [
          own`Your passkeys still work. If you don’t know one of them, remove it at ${origin}${passkeysPath}.`,
        ]
      : []),
    own`If this was you, there’s nothing to do.`,
  ],
  button: { label: own`This wasn’t me`, url: `${origin}${paths.forgotPassword}` },
  closing: own`If this wasn’t you, use the button to choose a new password straight away, then write to ${supportEmail}.`,
});

const newSignIn = (
  { at, network, device }: EmailPayloads['new_sign_in'],
  { name, origin, supportEmail }: Site,
): OwnMessage => ({
  subject: own`New sign-in to your ${name} account`,
  preheader: own`${device}, ${ownTime(at)}. If this was you, there’s nothing to do.`,
  paragraphs: [
    own`Someone has just signed in to your ${name} account, on a device and a network that are new to us.`,
    own`If this was you, there’s nothing to do.`,
  ],
  details: [
    { label: own`When`, value: own`${ownTime(at)}, London time` },
    { label: own`Device`, value: own`${device}` },
    { label: own`Network`, value: ownNetwork(network) },
  ],
  button: { label: own`See where you’re signed in`, url: `${origin}${sessionsPath}` },
  closing: own`If this wasn’t you, choose a new password straight away at ${origin}${paths.forgotPassword}: it signs out every device, including that one. Then write to ${supportEmail}.`,
});

const wrongGuesses = (
  { last, at, network }: EmailPayloads['wrong_guesses'],
  { name, origin, supportEmail }: Site,
): OwnMessage => ({
  subject: own`Wrong ${last}s entered for your ${name} account`,
  preheader: own`Ten in an hour, the last on ${ownTime(at)}.`,
  paragraphs: [
    own`Someone has entered a wrong password or code for your ${name} account ten times within an hour. After a few more tries they’ll have to wait.`,
    last === 'code'
      ? own`We only ask for a code once the password is right. If this wasn’t you, someone knows your password.`
      : own`If this was you, don’t worry: if you’ve forgotten your password, you can choose a new one.`,
  ],
  details: [
    {
      label: own`Last try`,
      value: last === 'code' ? own`a two-step code` : own`a password`,
    },
    { label: own`When`, value: own`${ownTime(at)}, London time` },
    { label: own`Network`, value: ownNetwork(network) },
  ],
  button: { label: own`See recent sign-ins`, url: `${origin}${sessionsPath}` },
  closing: own`If this wasn’t you, choose a new password that you use nowhere else at ${origin}${paths.forgotPassword}, and switch on two-step sign-in at ${origin}${twoStepPath}. If you’re not sure, write to ${supportEmail}.`,
});
