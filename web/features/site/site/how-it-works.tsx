import { SectionHeading } from '#web/ui/section-heading.tsx';

const steps = [
  {
    title: 'Find your people',
    text: "Look for a group or an event near you. You don't need an account.",
  },
  {
    title: "Say you're coming",
    text: 'Join the group and RSVP, so they can put out a chair for you.',
  },
  { title: 'Turn up', text: "That's the part that matters. Next month, bring a friend." },
];

export const HowItWorks = () => (
  <section className="mb-16">
    <SectionHeading title="How it works" />
    <ol className="grid gap-6 sm:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className="grid grid-cols-[auto_1fr] content-start gap-x-4 rounded-card bg-card p-5 sm:block sm:p-6"
        >
          <span
            aria-hidden="true"
            className="row-span-2 grid size-11 place-items-center rounded-card bg-accent font-display text-xl font-extrabold text-on-accent"
          >
            {index + 1}
          </span>
          <h3 className="text-xl sm:mt-4">{title}</h3>
          <p className="col-start-2 mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
