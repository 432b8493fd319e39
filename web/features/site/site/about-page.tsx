import { HeartHandshake, Infinity as Forever, UsersRound } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { apiDocsPath, paths } from '#contract/platform/paths.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { useSite } from '#web/platform/site.tsx';

export default function AboutPage() {
  const { name } = useSite();
  return (
    <div className="grid gap-16">
      <Mission name={name} />
      <Story name={name} />
      <Values name={name} />
      <HowItWorks />
      <ForPrograms />
      <Banner
        title="Keep the lights on with us"
        text={`${name} is paid for by one-time donations. Any amount helps, but you never have to give.`}
        action={<ButtonLink href={paths.support} variant="accent" size="lg" label="Support Us" />}
      />
    </div>
  );
}

/** Picks the drawing of a full hall in the category Social Activities. */
const hallFull = { categoryId: 8, seed: 5 };

const Mission = ({ name }: { name: string }) => (
  <section className="mt-10 grid items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_28rem]">
    <div>
      <PageHeading
        title={`About ${name}`}
        lead="We help people who live near each other to meet in a hall, on a hill or round a table."
      />
      <p className="mt-6 max-w-[68ch]">
        Our mission is real-life connection in communities across the UK. A walk with a stranger who
        becomes a friend is worth more than an evening of scrolling, and it should be as easy to
        find as the notice board outside the village hall once was. So this is a notice board. It
        tells you what's on and who's going, and you can put up something of your own.
      </p>
    </div>
    <Cover {...hallFull} eager className="rounded-card" />
  </section>
);

function Story({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  const restId = useId();
  return (
    <section className="max-w-[68ch]">
      <SectionHeading title="How it began" />
      <p>
        It began with a move. New town, new job, a phone full of people who lived two hundred miles
        away, and a Saturday with nothing in it. As it turned out, plenty was going on nearby. None
        of it was written down anywhere a newcomer would look.
      </p>
      <div id={restId} hidden={!open}>
        <p className="mt-4">
          The walking group had a page nobody had touched since spring. The board-game night was a
          message thread you had to be invited to. The choir had a poster, in a window, in the next
          village. Each of them wanted new people, and each new person gave up after the second dead
          link.
        </p>
        <p className="mt-4">
          So {name} started as a list on a card by the hall door: the day, the place and a first
          name to ask for. People added to it. Somebody asked for a way to say they were coming, so
          we'd know how full to fill the kettle. The rest grew from there, one small request after
          another, and we still run it that way.
        </p>
      </div>
      <Button
        variant="outline"
        className="mt-5"
        aria-expanded={open}
        aria-controls={restId}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Read Less' : 'Read More'}
      </Button>
    </section>
  );
}

const values = [
  {
    icon: UsersRound,
    title: 'Inclusive Community',
    text: () => 'Everyone is welcome, whatever their age, accent or first attempt at the tango.',
  },
  {
    icon: HeartHandshake,
    title: 'Member-Focused',
    text: () =>
      'What members and hosts ask for comes first. Only members can see your venue and your name.',
  },
  {
    icon: Forever,
    title: 'Forever Free',
    text: (name: string) =>
      `${name} costs nothing to join and nothing to host on. Donations are optional, always.`,
  },
];

const Values = ({ name }: { name: string }) => (
  <section>
    <SectionHeading title="What we value" />
    <ul className="grid gap-8 sm:grid-cols-3 sm:gap-6">
      {values.map(({ icon: Icon, title, text }) => (
        <li key={title} className="rounded-card bg-card px-5 py-6">
          <Icon aria-hidden="true" className="size-8 text-accent-ink" />
          <h3 className="mt-3 text-xl">{title}</h3>
          <p className="mt-2 text-muted">{text(name)}</p>
        </li>
      ))}
    </ul>
  </section>
);

const ways = [
  {
    title: 'For members',
    steps: [
      'Sign up and tell people a little about yourself.',
      'Look for events and groups near you.',
      'Join a group, RSVP to an event and ask questions in the comments.',
      "Turn up. That's the part that matters.",
    ],
    href: paths.events,
    link: 'Explore Events',
  },
  {
    title: 'For group hosts',
    steps: [
      'Start a group, or bring one you already run somewhere else.',
      'We check it, and it goes on the board.',
      'Add your events, with the day, the time and the place.',
      "See who's coming, and fill the kettle.",
    ],
    href: paths.createGroup,
    link: 'Start a Group',
  },
];

const HowItWorks = () => (
  <section>
    <SectionHeading title="How it works" />
    <div className="grid gap-10 md:grid-cols-2">
      {ways.map(({ title, steps, href, link }) => (
        <div key={title} className="flex flex-col items-start">
          <h3 className="text-xl">{title}</h3>
          <Steps steps={steps} />
          <Link href={href} className="link mt-4 inline-flex min-h-11 items-center font-semibold">
            {link}
          </Link>
        </div>
      ))}
    </div>
  </section>
);

/** The API pages aren't part of this single-page app, so the link is a plain one. */
const ForPrograms = () => (
  <section className="max-w-[68ch]">
    <SectionHeading title="For other websites" />
    <p>
      You can show events on your own website and write programs that use this site. Read{' '}
      <a href={apiDocsPath} className="link">
        how to use the API
      </a>
      .
    </p>
  </section>
);

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="mt-4 flex grow flex-col gap-4">
    {steps.map((step, index) => (
      <li key={step} className="flex gap-4">
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-card bg-accent font-display text-lg font-bold text-on-accent"
        >
          {index + 1}
        </span>
        <span className="min-w-0 pt-1">{step}</span>
      </li>
    ))}
  </ol>
);
