import { paths } from '#contract/platform/paths.ts';
import { groupOutline } from '#features/community/groups/queries/groups.ts';
import type { EmailsOf, EmailContext } from '#platform/mail/email.ts';
import { memberProfile } from './queries/membership.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    request_received: { groupId: number; userId: string };
    request_approved: { groupId: number };
    request_declined: { groupId: number };
    organiser_made: { groupId: number };
    owner_made: { groupId: number };
  }
}

type Kind =
  | 'request_received'
  | 'request_approved'
  | 'request_declined'
  | 'organiser_made'
  | 'owner_made';

export const membershipEmails: EmailsOf<Kind> = {
  request_received: {
    throttleKey: ({ groupId, userId }) => `group:${groupId} member:${userId}`,
    debounce: true,
    topic: 'groupRequests',
    write: async ({ groupId, userId }, context) => {
      const { group, url, member } = await groupAndMember(groupId, context);
      const asking = await memberProfile(context.db, groupId, userId);
      if (!group || !member?.isOrganizer || asking?.status !== 'pending') return undefined;
      return {
        subject: `${asking.firstName} would like to join ${group.name}`,
        preheader: 'You or another organiser can approve or decline the request.',
        paragraphs: [
          `${asking.firstName} has asked to join ${group.name}.`,
          'You or another organiser can approve or decline the request on the group’s page.',
        ],
        push: {
          // A member of a group for under 18s is a child, whose name no locked phone shows.
          ...(group.audience === 'under18' && {
            title: `Somebody would like to join ${group.name}`,
          }),
          body: 'You or another organiser can approve or decline the request.',
        },
        button: { label: 'See the request', url },
      };
    },
  },

  request_approved: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    notificationTopic: 'urgent',
    write: async ({ groupId }, context) => {
      const { group, url, member } = await groupAndMember(groupId, context);
      if (!group || member?.status !== 'approved') return undefined;
      return {
        subject: `Welcome to ${group.name}`,
        preheader: 'Your request to join has been approved.',
        push: { body: 'Your request to join has been approved.' },
        paragraphs: [
          `Your request to join ${group.name} has been approved. You’re a member now!`,
          'Have a look at what’s coming up, and say hello in the comments.',
        ],
        button: { label: 'Go to the group', url },
      };
    },
  },

  request_declined: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    write: async ({ groupId }, context) => {
      const { group, member } = await groupAndMember(groupId, context);
      if (!group || member) return undefined;
      return {
        subject: `Your request to join ${group.name}`,
        preheader: 'It was not approved this time.',
        paragraphs: [
          `The organisers of ${group.name} didn’t approve your request to join this time.`,
          'There are plenty of other groups that would be glad to meet you.',
        ],
        button: { label: 'Discover groups', url: `${context.site.origin}${paths.groups}` },
      };
    },
  },

  organiser_made: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    write: async ({ groupId }, context) => {
      const { group, url, member } = await groupAndMember(groupId, context);
      if (!group || !member?.isOrganizer) return undefined;
      return {
        subject: `You’re now an organiser of ${group.name}`,
        preheader: 'You can now create events and look after members.',
        paragraphs: [
          `You’re now an organiser of ${group.name}.`,
          'You can create, change and cancel its events, and look after its members.',
        ],
        button: { label: 'Go to the group', url },
      };
    },
  },

  owner_made: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    write: async ({ groupId }, context) => {
      const { group, url } = await groupAndMember(groupId, context);
      if (!group || group.createdById !== context.recipient.id) return undefined;
      return {
        subject: `You’re now the owner of ${group.name}`,
        preheader: 'The group has been handed over to you.',
        paragraphs: [
          `${group.name} has been handed over to you. You’re now its owner, and one of its organisers.`,
          'You can edit the group itself, as well as its events and members.',
        ],
        button: { label: 'Go to the group', url },
      };
    },
  },
};

async function groupAndMember(groupId: number, { db, recipient, site }: EmailContext) {
  const outline = await groupOutline(db, groupId);
  const group = outline?.status === 'hidden' ? undefined : outline;
  const member = recipient.id ? await memberProfile(db, groupId, recipient.id) : undefined;
  return { group, member, url: `${site.origin}${paths.group(groupId)}` };
}
