import type { Audience, Message, MessageState } from '#contract/events/messages.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

export const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`);

const audienceLabels: Record<Audience, string> = {
  members: 'The members',
  going: 'People who are going',
  waiting: 'People on the waiting list',
  all: 'Everyone: going or waiting',
  came: 'People who are here',
};

const pastAudienceLabels: Record<Audience, string> = {
  ...audienceLabels,
  going: 'People who went',
  waiting: 'People who were on the waiting list',
  all: 'Everyone: went or waited',
  came: 'People who came',
};

/** The label of an audience of an event, in the form. */
export const audienceLabel = (audience: Audience, { ended }: { ended: boolean }): string =>
  (ended ? pastAudienceLabels : audienceLabels)[audience];

export function toWhom({ audience, event }: Pick<Message, 'audience' | 'event'>): string {
  if (event === null) return 'To the members';
  if (event.ended) return `To ${pastAudience[audience]} ${event.title}`;
  if (audience === 'came') return `To people who came to ${event.title}`;
  if (audience === 'going') return `To people going to ${event.title}`;
  return audience === 'waiting'
    ? `To people waiting for ${event.title}`
    : `To everyone going to or waiting for ${event.title}`;
}

const pastAudience: Record<Audience, string> = {
  members: 'the members of',
  going: 'people who went to',
  waiting: 'people who waited for',
  all: 'everyone who went to or waited for',
  came: 'people who came to',
};

export const messageStates: Record<MessageState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'On its way', tone: 'accent' },
  held: { label: 'Held for review', tone: 'accent' },
  sent: { label: 'Sent', tone: 'good' },
  undone: { label: 'Undone', tone: 'neutral' },
};

/** '4:32' */
export const clockOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
