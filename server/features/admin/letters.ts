import { paths } from '../../../contract/paths.ts';
import type { LettersOf, Writing } from '../../platform/mail/letter.ts';
import { accountById } from '../accounts/queries.ts';

declare module '../../platform/mail/outbox.ts' {
  interface Effects {
    account_suspended: { reason: string | null };
    account_restored: { reason: string | null };
    group_deleted: { groupId: number; name: string; coming: number };
  }
}

type Kind = 'account_suspended' | 'account_restored' | 'group_deleted';

export const adminLetters: LettersOf<Kind> = {
  account_suspended: {
    toSuspended: true,
    ownWords: true,
    write: async ({ reason }, writing) =>
      (await isActive(writing)) ? undefined : suspended(reason, writing),
  },

  account_restored: {
    ownWords: true,
    write: async ({ reason }, writing) =>
      (await isActive(writing)) ? restored(reason, writing) : undefined,
  },

  group_deleted: {
    write: ({ name, coming }, { site }) => ({
      subject: `${name} has been removed`,
      preheader: 'An admin has removed a group that you belonged to.',
      paragraphs: [
        `An admin of ${site.name} has removed ${name}, a group that you belonged to or had asked to join.`,
        ...(coming > 0 ? [eventsOff(coming)] : []),
        `If you would like to know why, write to us at ${site.supportEmail}.`,
      ],
      button: { label: 'Find another group', url: `${site.origin}${paths.groups}` },
    }),
  },
};

/** Facts are read when a letter goes out: by then a ban may be lifted again. */
async function isActive({ db, recipient }: Writing): Promise<boolean> {
  const account = recipient.id ? await accountById(db, recipient.id) : undefined;
  return account?.isActive ?? false;
}

const eventsOff = (coming: number) =>
  coming === 1
    ? 'Its one event still to come will not take place.'
    : `Its ${coming} events still to come will not take place.`;

const suspended = (reason: string | null, { site }: Writing) => ({
  subject: `Your ${site.name} account is suspended`,
  preheader: reason ?? 'You can’t sign in for now.',
  paragraphs: [
    `An admin of ${site.name} has suspended your account. You have been signed out and can’t sign in for now. What you have written stays where it is.`,
    ...(reason ? [`The reason we were given: ${reason}`] : []),
    `If you think this is a mistake, write to us at ${site.supportEmail}.`,
  ],
});

const restored = (reason: string | null, { site }: Writing) => ({
  subject: `Your ${site.name} account is open again`,
  preheader: 'You can sign in again.',
  paragraphs: [
    'Your account is no longer suspended. Your groups, your events and your comments are as you left them.',
    ...(reason ? [`A word from the admin: ${reason}`] : []),
  ],
  button: { label: 'Log in', url: `${site.origin}${paths.auth}?tab=login` },
});
