import { paths, twoStepPath } from '#contract/platform/paths.ts';
import type { EmailMessage, EmailsOf, Site, EmailContext } from '#platform/mail/email.ts';
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
    safeForUnconfirmed: true,
    write: async (_, context) => ((await isOn(context)) ? switchedOn(context.site) : undefined),
  },
  two_step_off: {
    throttleKey: () => 'account',
    urgent: true,
    safeForUnconfirmed: true,
    write: async ({ byAdmin }, context) => {
      if (await isOn(context)) return undefined;
      return byAdmin ? reset(context.site) : switchedOff(context.site);
    },
  },
  recovery_code_used: {
    throttleKey: () => 'account',
    urgent: true,
    safeForUnconfirmed: true,
    write: ({ left }, { site }) => used(left, site),
  },
};

/** The email may go out late, so it states whether two-step sign-in is on by then. */
const isOn = async ({ db, recipient }: EmailContext): Promise<boolean> =>
  recipient.id !== null && hasTwoStep(db, recipient.id);

const settings = ({ origin }: Site) => `${origin}${twoStepPath}`;

const ifNotYou = ({ origin, supportEmail }: Site) =>
  `If it was not you, choose a new password at once, at ${origin}${paths.forgotPassword}, and write to ${supportEmail}.`;

const switchedOn = (site: Site): EmailMessage => ({
  subject: `Two-step sign-in is on for your account at ${site.name}`,
  preheader: 'From now on your password alone opens nothing.',
  paragraphs: [
    `Two-step sign-in has been switched on for your account at ${site.name}. From now on we ask for a code of your app whenever you log in.`,
    'Keep your recovery codes where you find them without your phone: each lets you in once.',
  ],
  button: { label: 'See the setting', url: settings(site) },
  closing: ifNotYou(site),
});

const switchedOff = (site: Site): EmailMessage => ({
  subject: `Two-step sign-in is off for your account at ${site.name}`,
  preheader: 'Your password alone opens your account again.',
  paragraphs: [
    `Two-step sign-in has been switched off for your account at ${site.name}, with your password and a code. Your password alone opens it again, and the recovery codes are of no use any more.`,
  ],
  button: { label: 'See the setting', url: settings(site) },
  closing: ifNotYou(site),
});

const reset = (site: Site): EmailMessage => ({
  subject: `Two-step sign-in has been reset for your account at ${site.name}`,
  preheader: 'An admin has switched it off, so that you can log in again.',
  paragraphs: [
    `An admin of ${site.name} has switched two-step sign-in off for your account, as we do for members who have lost their phone and their recovery codes. Your password alone opens it again.`,
    'You can switch it on again once you are logged in.',
  ],
  button: { label: 'Switch it on again', url: settings(site) },
  closing: `If you have not asked for this, choose a new password at once, at ${site.origin}${paths.forgotPassword}, and write to ${site.supportEmail}.`,
});

const used = (left: number, site: Site): EmailMessage => ({
  subject: `A recovery code was used for your account at ${site.name}`,
  preheader: leftOver(left),
  paragraphs: [
    `One of your recovery codes has been used in place of a code of your app, at ${site.name}. It can’t be used again.`,
    leftOver(left),
  ],
  button: { label: 'Make new recovery codes', url: settings(site) },
  closing: ifNotYou(site),
});

const leftOver = (left: number): string => {
  if (left === 0) return 'It was the last one: please make new ones.';
  return left === 1 ? 'One is left.' : `${left} are left.`;
};
