import type { MailTopic, Subscription } from '#contract/base/mail.ts';

interface TopicInWords {
  topic: MailTopic;
  label: string;
  description: string;
  /** The topic as part of a sentence. */
  phrase: string;
  /** True for a topic that only admins get. */
  forAdmins?: true;
}

export const topics: readonly TopicInWords[] = [
  {
    topic: 'confirmations',
    label: 'Confirmations',
    description: 'When you RSVP, with a calendar invitation.',
    phrase: 'confirmations of your RSVPs',
  },
  {
    topic: 'reminders',
    label: 'Reminders',
    description: "A day before an event you're going to.",
    phrase: "reminders of events you're going to",
  },
  {
    topic: 'groupNews',
    label: 'News from your groups',
    description: 'New events, at most one email a day from each group.',
    phrase: 'news from your groups',
  },
  {
    topic: 'groupRequests',
    label: 'Requests to join',
    description: 'When somebody asks to join a group you organise.',
    phrase: 'requests to join the groups you organise',
  },
  {
    topic: 'fundraising',
    label: 'Fundraising',
    description: "Messages that ask for donations, from groups and events you're in.",
    phrase: 'messages that ask for donations',
  },
  {
    topic: 'reviews',
    label: 'Items to review',
    description: "For admins: at most one email a day while there's something to review.",
    phrase: 'emails about items to review',
    forAdmins: true,
  },
];

export const topicPhrase = ({ topic, group }: Subscription): string =>
  topics.find((each) => each.topic === topic)?.phrase ??
  `messages to the members of ${group?.name ?? 'this group'}`;
