import { topicPhrases, type MailTopic, type Subscription } from '#contract/base/mail.ts';

interface TopicLabel {
  label: string;
  description: string;
  /** Only admins get these emails. */
  forAdmins?: true;
}

/** The ticks of the email preferences, in their order. */
const topicLabels: Record<MailTopic, TopicLabel> = {
  confirmations: {
    label: 'Confirmations',
    description: 'When you RSVP, with a calendar invitation.',
  },
  reminders: {
    label: 'Reminders',
    description: "A day before an event you're going to.",
  },
  asking: {
    label: 'Asking if I’m coming',
    description: 'From groups that ask everybody, three days before an event.',
  },
  groupNews: {
    label: 'News from your groups',
    description: 'New events, at most one email a day from each group.',
  },
  groupRequests: {
    label: 'Requests to join',
    description: 'When somebody asks to join a group you organise.',
  },
  fullEvents: {
    label: 'Full events',
    description: 'When an event you organise is full.',
  },
  fundraising: {
    label: 'Fundraising',
    description: "Messages that ask for donations, from groups and events you're in.",
  },
  reviews: {
    label: 'Items to review',
    description: "For admins: at most one email a day while there's something to review.",
    forAdmins: true,
  },
};

export const topics = Object.entries(topicLabels).map(([topic, words]) => ({
  topic: topic as MailTopic,
  ...words,
}));

export function topicPhrase({ topic, group }: Subscription): string {
  if (topic === 'eventMessages') return 'messages from the organisers of this event';
  if (topic === 'groupInvitations') return 'invitations to groups';
  if (topic === 'guestLinks') return 'emails to confirm a place';
  return topic === 'groupMessages'
    ? `messages to the members of ${group?.name ?? 'this group'}`
    : topicPhrases[topic];
}
