import { CalendarDays, HeartHandshake, Sprout, UsersRound } from 'lucide-react';
import { HallPanel } from '#web/ui/hall-panel.tsx';

const benefits = [
  {
    icon: CalendarDays,
    title: 'Find Events',
    text: 'Walks, workshops, games nights and suppers, close enough to stroll home from.',
  },
  {
    icon: UsersRound,
    title: 'Join Groups',
    text: 'Hiking, choirs, chess, code: find the people who like what you like.',
  },
  {
    icon: Sprout,
    title: 'Start Groups',
    text: 'Have an idea nobody has had yet? Put it on the board. Hosting is free.',
  },
  {
    icon: HeartHandshake,
    title: 'Make Friends',
    text: 'Turn up, say hello, and see the same faces again next week.',
  },
];

export const Benefits = () => <HallPanel title="What's on the board" items={benefits} />;
