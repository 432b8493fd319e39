import type { Audience, Message, MessageState } from '#contract/events/messages.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

export const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** Labels of the audience field. */
export const audienceLabels: Record<Audience, string> = {
  members: 'The members',
  going: 'People who are going',
  waiting: 'People on the waiting list',
  all: 'Everyone: going or waiting',
};

export function toWhom({ audience, event }: Pick<Message, 'audience' | 'event'>): string {
  if (event === null) return 'To the members';
  if (audience === 'going') return `To people going to ${event.title}`;
  return audience === 'waiting'
    ? `To people waiting for ${event.title}`
    : `To everyone going to or waiting for ${event.title}`;
}

export const messageStates: Record<MessageState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'On its way', tone: 'accent' },
  held: { label: 'Held for review', tone: 'accent' },
  sent: { label: 'Sent', tone: 'good' },
  undone: { label: 'Undone', tone: 'neutral' },
};

/** '4:32' */
export const clockOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
