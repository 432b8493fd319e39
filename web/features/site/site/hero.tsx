import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { waitForModule } from '#web/platform/router/modules.ts';
import { Bunting } from '#web/ui/bunting.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { coverUrl } from '#web/ui/cover-url.ts';
import { Field, Input } from '#web/ui/field.tsx';
import { Search } from '#web/ui/icons.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { useSite } from '#web/platform/site.tsx';
import { siteStatsQuery } from '#web/features/base/accounts/pending-counts-queries.ts';

export function Hero() {
  const { user } = useUser();
  return (
    <section className="-mx-4 mb-14 overflow-hidden sm:-mx-6">
      <div className="mx-auto flex justify-center overflow-hidden min-[72rem]:max-w-[69rem]">
        <Bunting size="lg" swags={4} className="min-[72rem]:max-w-full!" />
      </div>
      <div className="px-4 pt-8 sm:px-6 sm:pt-12">
        {user ? <WelcomeBack name={user.firstName} /> : <Welcome />}
      </div>
    </section>
  );
}

function Welcome() {
  const { name, town, pictureUrl, publicDemo } = useSite();
  return (
    <div className="grid items-center gap-x-12 gap-y-10 lg:grid-cols-[1.45fr_1fr] xl:grid-cols-[1.2fr_1fr]">
      <div>
        <HeroText
          title="Real life happens near you"
          lead={`${name} is where neighbours${town ? ` in ${town}` : ''} find walks, workshops, choirs and games nights, and host their own. It's free for everyone.`}
        />
        <SearchForm />
        <div className="mt-6 grid gap-3 sm:flex">
          <ButtonLink href={paths.auth} size="lg" label={publicDemo ? 'Try it' : 'Sign Up Free'} />
          <StartOrAdd variant="outline">Start a Group</StartOrAdd>
        </div>
        <Numbers />
      </div>
      {pictureUrl ? (
        <img
          src={pictureUrl}
          alt=""
          className="aspect-video w-full rounded-card object-cover lg:aspect-4/3"
        />
      ) : (
        <Pinned />
      )}
    </div>
  );
}

const WelcomeBack = ({ name }: { name: string }) => (
  <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
    <div className="min-w-0 lg:flex-1">
      <HeroText title={`Welcome back, ${name}`} lead="Here's what's coming up." />
    </div>
    <div className="grid grow gap-3 sm:flex sm:grow-0">
      <ButtonLink href={paths.createGroup} size="lg" label="Start a Group" />
      <ButtonLink href={paths.groups} size="lg" variant="outline" label="Join a Group" />
    </div>
  </div>
);

const HeroText = ({ title, lead }: { title: ReactNode; lead: string }) => (
  <>
    <h1
      id={pageHeadingId}
      dir="auto"
      tabIndex={-1}
      className="max-w-3xl text-5xl font-extrabold wrap-anywhere sm:text-6xl"
    >
      {title}
    </h1>
    <p className="mt-4 max-w-xl text-lg text-muted">{lead}</p>
  </>
);

/** Reads postcodes, which only a search needs. */
const loadPlaceFilters = () => import('#web/features/base/accounts/place-filters.ts');

/**
 * Searches events by words and place. Without JavaScript the browser submits the form, as a POST so
 * that a whole postcode isn't in the address.
 */
function SearchForm() {
  const [, navigate] = useLocation();
  const search = async (form: FormData) => {
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : undefined;
    };
    const { cleanPlaces } = await waitForModule(loadPlaceFilters);
    const filters = cleanPlaces({ q: text('q'), location: text('location') });
    navigate(filteredPath(paths.events, filters));
  };
  return (
    <form
      role="search"
      method="post"
      action={paths.events}
      onSubmit={(event) => {
        event.preventDefault();
        void search(new FormData(event.currentTarget));
      }}
      className="mt-7 grid gap-3 rounded-card bg-card p-4 sm:grid-cols-[1fr_1fr_auto] sm:items-end"
    >
      <Field label="What">
        {({ id }) => <Input id={id} type="search" name="q" placeholder="Walks, choirs, chess" />}
      </Field>
      <Field label="Where">
        {({ id }) => <Input id={id} type="search" name="location" placeholder="Town or postcode" />}
      </Field>
      <Button type="submit" variant="accent">
        <Search aria-hidden="true" className="size-5" /> Search
      </Button>
    </form>
  );
}

/** Shows the site's real counts, once there are any events. */
function Numbers() {
  const { data } = useQuery(siteStatsQuery());
  if (!data || data.upcomingEvents === 0) return null;
  const facts = [
    [data.upcomingEvents, 'upcoming events'],
    [data.groups, 'groups'],
    [data.towns, 'towns'],
  ] as const;
  return (
    <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([count, label]) => (
        <li key={label} className="text-muted">
          <span className="mr-1.5 font-display text-2xl font-extrabold text-ink tabular-nums">
            {count.toLocaleString('en-GB')}
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}

const heroNotices = [
  { category: 2, seed: 1, tilt: '-rotate-3', pin: 'before:bg-flag-2' },
  { category: 8, seed: 2, tilt: 'rotate-2 [translate:0_--spacing(8)]', pin: 'before:bg-flag-1' },
  { category: 5, seed: 0, tilt: 'rotate-2', pin: 'before:bg-flag-3' },
  { category: 7, seed: 3, tilt: '-rotate-2 [translate:0_--spacing(8)]', pin: 'before:bg-flag-2' },
];

/** Shows four of the drawn covers as decoration. */
const Pinned = () => (
  <div aria-hidden="true" className="hidden grid-cols-2 gap-x-6 gap-y-7 pb-8 lg:grid">
    {heroNotices.map(({ category, seed, tilt, pin }) => (
      <div
        key={category}
        className={`relative rounded-card bg-card p-2 pb-7 before:absolute before:-top-1.5 before:left-1/2 before:size-4 before:[translate:-50%] before:rounded-full dark:bg-leaf ${tilt} ${pin}`}
      >
        <img
          src={coverUrl(category, seed)}
          alt=""
          width={640}
          height={360}
          decoding="async"
          className="aspect-4/3 w-full rounded-card object-cover dark:[filter:brightness(90%)]"
        />
      </div>
    ))}
  </div>
);

/** Links to the new-group form, by way of the sign-in page for visitors. */
export function StartOrAdd({
  variant,
  children,
}: {
  variant: 'outline' | 'accent';
  children: ReactNode;
}) {
  const { user } = useUser();
  const look = buttonClass({ variant, size: 'lg' });
  return user ? (
    <Link href={paths.createGroup} className={look}>
      {children}
    </Link>
  ) : (
    <a href={`${paths.login}?next=${paths.createGroup}`} className={look}>
      {children}
    </a>
  );
}
