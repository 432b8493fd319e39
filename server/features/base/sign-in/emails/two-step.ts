import { paths, twoStepPath } from '#contract/platform/paths.ts';
import type { EmailsOf, Site, EmailContext, OwnMessage } from '#platform/mail/email.ts';
import { own, type SiteText } from '#platform/mail/site-text.ts';
import { hasTwoStep } from '../queries/two-step.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    two_step_on: Record<string, never>;
    two_step_off: { byAdmin: boolean };
    recovery_code_used: { left: number };
  }
}

type Kind = 'two_step_on' | 'two_step_off' | 'recovery_code_used';

export const twoStepEmails: EmailsOf<Kind> = {
  two_step_on: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: async (_, context) =>
      (await isSwitchedOn(context)) ? switchedOn(context.site) : undefined,
  },
  two_step_off: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: async ({ byAdmin }, context) => {
      if (await isSwitchedOn(context)) return undefined;
      return byAdmin ? twoStepResetMessage(context.site) : switchedOff(context.site);
    },
  },
  recovery_code_used: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: ({ left }, { site }) => recoveryCodeUsedMessage(left, site),
  },
};

/** The email may go out late, so it states whether two-step sign-in is on by then. */
const isSwitchedOn = async ({ db, recipient }: EmailContext): Promise<boolean> =>
  recipient.id !== null && hasTwoStep(db, recipient.id);

const settingsUrl = ({ origin }: Site) => `${origin}${twoStepPath}`;

const ifNotYou = ({ origin, supportEmail }: Site) =>
  own`If this wasn’t you, choose a new password straight away at ${origin}${paths.forgotPassword}, then write to ${supportEmail}.`;

const switchedOn = (site: Site): OwnMessage => ({
  subject: own`Two-step sign-in is on for your ${site.name} account`,
  preheader: own`Your password alone no longer opens your account.`,
  paragraphs: [
    own`Two-step sign-in has been switched on for your ${site.name} account. From now on, we’ll ask for a code from your app each time you log in.`,
    own`Keep your recovery codes somewhere you can find them without your phone. Each one lets you in once.`,
  ],
  button: { label: own`See the setting`, url: settingsUrl(site) },
  closing: ifNotYou(site),
});

const switchedOff = (site: Site): OwnMessage => ({
  subject: own`Two-step sign-in is off for your ${site.name} account`,
  preheader: own`Your password alone opens your account again.`,
  paragraphs: [
    own`Two-step sign-in has been switched off for your ${site.name} account, with your password and a code. Your password alone now opens it, and your recovery codes no longer work.`,
  ],
  button: { label: own`See the setting`, url: settingsUrl(site) },
  closing: ifNotYou(site),
});

const twoStepResetMessage = (site: Site): OwnMessage => ({
  subject: own`Two-step sign-in has been reset for your ${site.name} account`,
  preheader: own`An admin has switched it off, so you can log in again.`,
  paragraphs: [
    own`An admin of ${site.name} has switched off two-step sign-in for your account, as we do for members who have lost their phone and their recovery codes. Your password alone now opens it.`,
    own`You can switch it on again once you’ve logged in.`,
  ],
  button: { label: own`Switch it on again`, url: settingsUrl(site) },
  closing: own`If you didn’t ask for this, choose a new password straight away at ${site.origin}${paths.forgotPassword}, then write to ${site.supportEmail}.`,
});

const recoveryCodeUsedMessage = (left: number, site: Site): OwnMessage => ({
  subject: own`A recovery code was used for your ${site.name} account`,
  preheader: codesLeft(left),
  paragraphs: [
    own`One of your recovery codes was used to log in at ${site.name}, in place of a code from your app. It can’t be used again.`,
    codesLeft(left),
  ],
  button: { label: own`Make new recovery codes`, url: settingsUrl(site) },
  closing: ifNotYou(site),
});

const codesLeft = (left: number): SiteText => {
  if (left === 0) return own`It was your last one, so please make new ones.`;
  return left === 1 ? own`You have one left.` : own`You have ${left} left.`;
};
