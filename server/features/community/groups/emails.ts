import { paths } from '#contract/platform/paths.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { groupOutline } from './queries/groups.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** With `edit`, the verdict was about an edit of an approved group. */
    group_reviewed: {
      groupId: number;
      status: 'approved' | 'rejected';
      reason: string | null;
      edit?: boolean;
    };
  }
}

export const groupEmails: EmailsOf<'group_reviewed'> = {
  group_reviewed: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    write: async ({ groupId, status, reason, edit = false }, { db, site }) => {
      const group = await groupOutline(db, groupId);
      if (group?.status !== (edit ? 'approved' : status)) return undefined;
      const url = `${site.origin}${paths.group(groupId)}`;
      if (edit && status === 'rejected') return editRejected(group.name, url, reason);
      if (edit) return editApproved(group.name, url);
      return status === 'approved'
        ? approvedMessage(group.name, url)
        : rejectedMessage(group.name, url, reason);
    },
  },
};

const approvedMessage = (name: string, url: string) => ({
  subject: `${name} has been approved`,
  preheader: 'People can find and join your group now.',
  paragraphs: [
    `Good news: ${name} has been approved. People can now find it and join.`,
    'Why not add your first event? A walk, a brew or a game is plenty.',
  ],
  button: { label: 'Go to your group', url },
});

const editApproved = (name: string, url: string) => ({
  subject: `Your changes to ${name} are public`,
  preheader: 'Everyone sees the new version now.',
  paragraphs: [`Your changes to ${name} have been approved. Everyone sees the new version now.`],
  button: { label: 'Go to your group', url },
});

const editRejected = (name: string, url: string, reason: string | null) => ({
  subject: `We couldn’t approve your changes to ${name}`,
  preheader: reason ?? 'Your group stays as it was.',
  paragraphs: [
    `We looked at your changes to ${name} and couldn’t approve them. Your group stays as it was before.`,
    ...(reason ? [`What the admin said: ${reason}`] : []),
    'You can edit your group again. If anything isn’t clear, just write to us.',
  ],
  button: { label: 'Look at your group', url },
});

const rejectedMessage = (name: string, url: string, reason: string | null) => ({
  subject: `We couldn’t approve ${name} yet`,
  preheader: reason ?? 'You can change your group and send it to us again.',
  paragraphs: [
    `Thank you for starting ${name}. We looked at it, and couldn’t approve it as it is.`,
    ...(reason ? [`What the admin said: ${reason}`] : []),
    'You can change your group and send it to us again. If anything isn’t clear, just write to us.',
  ],
  button: { label: 'Look at your group', url },
});
