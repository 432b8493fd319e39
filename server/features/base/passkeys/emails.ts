import { passkeysPath, paths } from '#contract/platform/paths.ts';
import type { DeviceName } from '#platform/http/device.ts';
import type { EmailsOf, OwnMessage, Site } from '#platform/mail/email.ts';
import { own, ownNetwork, ownTime } from '#platform/mail/site-text.ts';

/** When, where and on what it happened. */
interface PasskeyUse {
  at: string;
  network: string;
  device: DeviceName;
}

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    passkey_added: PasskeyUse;
    passkey_copied: PasskeyUse;
  }
}

export const passkeyEmails: EmailsOf<'passkey_added' | 'passkey_copied'> = {
  passkey_added: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: (seen, { site }) => passkeyAdded(seen, site),
  },
  passkey_copied: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: (seen, { site }) => passkeyCopied(seen, site),
  },
};

const detailsOf = ({ at, network, device }: PasskeyUse): NonNullable<OwnMessage['details']> => [
  { label: own`When`, value: own`${ownTime(at)}, London time` },
  { label: own`Device`, value: own`${device}` },
  { label: own`Network`, value: ownNetwork(network) },
];

const button = ({ origin }: Site) => ({
  label: own`See your passkeys`,
  url: `${origin}${passkeysPath}`,
});

const passkeyAdded = (seen: PasskeyUse, site: Site): OwnMessage => ({
  subject: own`New passkey for your ${site.name} account`,
  preheader: own`${seen.device}, ${ownTime(seen.at)}. If this was you, there’s nothing to do.`,
  paragraphs: [
    own`Someone has added a passkey to your ${site.name} account. It signs you in with a fingerprint, a face or a screen lock, without your password.`,
    own`If this was you, there’s nothing to do.`,
  ],
  details: detailsOf(seen),
  button: button(site),
  closing: own`If this wasn’t you, choose a new password straight away at ${site.origin}${paths.forgotPassword}, remove the passkey in your settings, and write to ${site.supportEmail}. A new password alone doesn’t remove it.`,
});

const passkeyCopied = (seen: PasskeyUse, site: Site): OwnMessage => ({
  subject: own`A passkey of your ${site.name} account may have been copied`,
  preheader: own`We didn’t let it in. Please remove it in your settings.`,
  paragraphs: [
    own`Someone has tried to log in to your ${site.name} account with one of your passkeys. It counted fewer uses than it has had, as a copy of it would, so we didn’t let it in.`,
    own`Please log in another way, remove the passkey in your settings and add a new one.`,
  ],
  details: detailsOf(seen),
  button: button(site),
  closing: own`If you’re not sure what to do, write to ${site.supportEmail}.`,
});
