import { paths } from '../../../contract/paths.ts';
import type { LettersOf } from '../../platform/mail/letter.ts';
import { groupOutline } from './queries.ts';

declare module '../../platform/mail/outbox.ts' {
  interface Effects {
    group_reviewed: { groupId: number; status: 'approved' | 'rejected'; reason: string | null };
  }
}

export const groupLetters: LettersOf<'group_reviewed'> = {
  group_reviewed: {
    write: async ({ groupId, status, reason }, { db, site }) => {
      const group = await groupOutline(db, groupId);
      if (group?.status !== status) return undefined;
      const url = `${site.origin}${paths.group(groupId)}`;
      return status === 'approved' ? approved(group.name, url) : rejected(group.name, url, reason);
    },
  },
};

const approved = (name: string, url: string) => ({
  subject: `${name} is approved`,
  preheader: 'People can find and join your group now.',
  paragraphs: [
    `Good news: ${name} has been approved. It is in the list of groups now, and people can find it and join.`,
    'A first event gives them something to come to. A walk, a brew or a game is plenty.',
  ],
  button: { label: 'Go to your group', url },
});

const rejected = (name: string, url: string, reason: string | null) => ({
  subject: `${name} could not be approved`,
  preheader: reason ?? 'You can change your group and send it again.',
  paragraphs: [
    `Thank you for starting ${name}. We looked at it and could not approve it as it is.`,
    ...(reason ? [`What we were told: ${reason}`] : []),
    'You can change the group and send it for review again. If something is unclear, just write to us.',
  ],
  button: { label: 'Look at your group', url },
});
