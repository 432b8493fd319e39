import type { MailTopic, Subscription } from '#contract/base/mail.ts';

interface TopicInWords {
  topic: MailTopic;
  label: string;
  description: string;
  /** As part of a sentence. */
  within: string;
  /** Nobody else gets them. */
  forAdmins?: true;
}

export const topics: readonly TopicInWords[] = [
  {
    topic: 'confirmations',
    label: 'Confirmations',
    description: 'When you say that you go, with an entry for your calendar.',
    within: 'confirmations of your RSVPs',
  },
  {
    topic: 'reminders',
    label: 'Reminders',
    description: 'A day before an event you are going to.',
    within: 'reminders of events you are going to',
  },
  {
    topic: 'groupNews',
    label: 'News from your groups',
    description: 'New events, at most one email a day from each group.',
    within: 'news from your groups',
  },
  {
    topic: 'groupRequests',
    label: 'Requests to join',
    description: 'When somebody asks to join a group you organise.',
    within: 'requests to join the groups you organise',
  },
  {
    topic: 'fundraising',
    label: 'Fundraising',
    description: 'Messages from groups and events you are in that ask for donations.',
    within: 'messages that ask for donations',
  },
  {
    topic: 'reviews',
    label: 'What waits for review',
    description: 'For admins: at most one email a day, while something waits for a decision.',
    within: 'emails about what waits for review',
    forAdmins: true,
  },
];

export const topicPhrase = ({ topic, group }: Subscription): string =>
  topics.find((each) => each.topic === topic)?.within ??
  `messages to the members of ${group?.name ?? 'this group'}`;
