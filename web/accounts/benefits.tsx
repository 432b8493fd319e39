import { CalendarDays, HeartHandshake, Sprout, UsersRound } from 'lucide-react';
import { Bunting } from '../ui/bunting.tsx';

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

export function Benefits() {
  return (
    <aside
      aria-label="What you get"
      className="surface-hall overflow-hidden rounded-card lg:sticky lg:top-6"
    >
      <div className="flex justify-center overflow-hidden">
        <Bunting size="md" swags={5} />
      </div>
      <ul className="flex flex-col gap-6 px-6 pt-6 pb-8 sm:px-8">
        {benefits.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon aria-hidden="true" className="mt-0.5 size-7 shrink-0 text-flag-1" />
            <div>
              <h2 className="text-xl">{title}</h2>
              <p className="mt-1 text-on-hall-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
