import { paths } from '#contract/platform/paths.ts';
import type { EmailsOf, EmailContext, OwnMessage } from '#platform/mail/email.ts';
import { adminText, own, ownTime, type SiteText } from '#platform/mail/site-text.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { purgedAt } from '#features/safety/purge/queries.ts';
import { groupOutline } from '#features/community/groups/queries/groups.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** `until`: the time at which it ends by itself. */
    account_suspended: { reason: string | null; removed?: boolean; until?: string };
    /** `undone`: an admin also restored their purged contributions, RSVPs included. */
    account_restored: { reason: string | null; undone?: boolean };
    group_deleted: { groupId: number; name: string; coming: number };
  }
}

type Kind = 'account_suspended' | 'account_restored' | 'group_deleted';

export const enforcementEmails: EmailsOf<Kind> = {
  account_suspended: {
    throttleKey: () => 'account',
    toSuspended: true,
    writeInOwnWords: async ({ reason, removed = false, until }, context) =>
      (await isActive(context)) ? undefined : suspendedMessage({ reason, removed, until }, context),
  },

  account_restored: {
    throttleKey: () => 'account',
    writeInOwnWords: async ({ reason, undone = false }, context) => {
      if (!(await isActive(context))) return undefined;
      const { db, recipient } = context;
      const removed = recipient.id !== null && (await purgedAt(db, recipient.id)) !== undefined;
      return restoredMessage(reason, remainingEffects(removed, undone), context);
    },
  },

  group_deleted: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    // No email goes out about a removal that was undone meanwhile.
    write: async ({ groupId, name, coming }, { db, site }) =>
      (await groupOutline(db, groupId))
        ? undefined
        : {
            subject: `${name} has been removed`,
            preheader: 'An admin has removed a group that you belonged to.',
            paragraphs: [
              `An admin of ${site.name} has removed ${name}, a group that you belonged to or had asked to join.`,
              ...(coming > 0 ? [eventsOff(coming)] : []),
              `If you’d like to know why, write to us at ${site.supportEmail}.`,
            ],
            button: { label: 'Find another group', url: `${site.origin}${paths.groups}` },
          },
  },
};

/** Reads the facts as the email goes out: an admin may have lifted the ban by then. */
async function isActive({ db, recipient }: EmailContext): Promise<boolean> {
  const account = recipient.id ? await accountById(db, recipient.id) : undefined;
  return account?.isActive ?? false;
}

const eventsOff = (coming: number) =>
  coming === 1
    ? 'Its one upcoming event won’t take place.'
    : `Its ${coming} upcoming events won’t take place.`;

interface SuspensionFacts {
  reason: string | null;
  removed: boolean;
  until: string | undefined;
}

function suspendedMessage(
  { reason, removed, until }: SuspensionFacts,
  { site }: EmailContext,
): OwnMessage {
  const end = until ? own` until ${ownTime(until)}` : own``;
  const signIn = until ? own`you can sign in again after that` : own`you can’t sign in for now`;
  const contributions = removed
    ? own`What you wrote has been removed.`
    : own`What you wrote stays, but your RSVPs to upcoming events have been cancelled.`;
  return {
    subject: own`Your ${site.name} account is suspended`,
    preheader: reason ? adminText(reason) : own`You can’t sign in for now.`,
    paragraphs: [
      own`An admin of ${site.name} has suspended your account${end}. You’ve been signed out, and ${signIn}. ${contributions}`,
      ...(reason ? [own`The reason: ${adminText(reason)}`] : []),
      own`If you think this is a mistake, write to us at ${site.supportEmail}.`,
    ],
  };
}

function remainingEffects(removed: boolean, undone: boolean): SiteText {
  if (removed) return own`What we removed stays removed.`;
  const asLeft = own`Your groups, events and comments are just as you left them.`;
  return undone
    ? asLeft
    : own`${asLeft} You’ve lost your places at upcoming events, so please RSVP again if you’d like to go.`;
}

const restoredMessage = (
  reason: string | null,
  stands: SiteText,
  { site }: EmailContext,
): OwnMessage => ({
  subject: own`Your ${site.name} account is open again`,
  preheader: own`You can sign in again.`,
  paragraphs: [
    own`Your account is no longer suspended. ${stands}`,
    ...(reason ? [own`A word from the admin: ${adminText(reason)}`] : []),
  ],
  button: { label: own`Log in`, url: `${site.origin}${paths.auth}?tab=login` },
});
