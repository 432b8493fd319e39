import { SectionHeading } from '../ui/section-heading.tsx';

const steps = [
  {
    title: 'Find your people',
    text: 'Look around for a group or an event near you. No account needed.',
  },
  {
    title: 'Say you are coming',
    text: 'Join the group and press Attend, so that they put out a chair for you.',
  },
  { title: 'Turn up', text: 'That is the part that matters. Next month, bring somebody.' },
];

export const HowItWorks = () => (
  <section className="mb-16">
    <SectionHeading title="How it works" />
    <ol className="grid gap-6 sm:grid-cols-3">
      {steps.map(({ title, text }, place) => (
        <li key={title} className="rounded-card bg-card p-6">
          <span
            aria-hidden="true"
            className="grid size-11 place-items-center rounded-card bg-accent font-display text-xl font-extrabold text-on-accent"
          >
            {place + 1}
          </span>
          <h3 className="mt-4 text-xl">{title}</h3>
          <p className="mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
