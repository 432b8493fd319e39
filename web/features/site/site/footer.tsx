import { Link } from 'wouter';
import { attribution } from '#contract/base/place-names.ts';
import { complaintsPath, helpPath, paths } from '#contract/platform/paths.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { Social } from './social.tsx';
import { useSite } from '#web/platform/site.tsx';

const columns = [
  {
    title: 'Discover',
    links: [
      { label: 'Events', href: paths.events },
      { label: 'Groups', href: paths.events },
      { label: 'Categories', href: paths.events },
      { label: 'Calendar', href: paths.eventsCalendar },
      { label: 'Online Events', href: paths.events },
    ],
  },
  {
    title: 'About',
    links: [
      { label: 'Our Story', href: paths.about },
      { label: 'How It Works', href: paths.about },
      { label: 'Help', href: helpPath },
      { label: 'Support Us', href: paths.support },
    ],
  },
  {
    title: 'Create',
    links: [
      { label: 'Start a Group', href: paths.createGroup },
      { label: 'Create an Event', href: paths.createEvent },
      { label: 'My Groups', href: paths.myGroups },
      { label: 'My Events', href: paths.myEvents },
    ],
  },
];

const legal = [
  { label: 'Terms of Service', href: paths.terms },
  { label: 'Privacy Policy', href: paths.privacy },
  { label: 'Cookie Policy', href: paths.cookies },
  { label: 'Complaints', href: complaintsPath },
];

export default function Footer() {
  const { name, supportEmail, year, postcodeSource } = useSite();
  return (
    <footer className="surface-hall print:hidden">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-x-6 gap-y-9 px-4 pt-12 pb-8 min-[18rem]:grid-cols-2 sm:grid-cols-3 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <Wordmark name={name} />
          <p className="mt-3 max-w-xs text-on-hall-muted">
            Groups and events for people who live near each other.
          </p>
          <a
            href={`mailto:${supportEmail}`}
            className="mt-3 inline-flex min-h-11 items-center wrap-anywhere underline"
          >
            {supportEmail}
          </a>
          <Social />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="max-sm:first-of-type:row-span-2">
            <h2 className="text-lg">{title}</h2>
            <ul className="mt-2">
              {links.map(({ label, href }) => (
                <FooterLink key={label} label={label} href={href} />
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto max-w-page px-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-on-hall-muted/30 py-6 text-sm text-on-hall-muted">
          <p>
            © {year} {name}
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {legal.map(({ label, href }) => (
              <FooterLink key={href} label={label} href={href} />
            ))}
          </ul>
          <p className="w-full text-xs">
            {[attribution, postcodeSource].filter(Boolean).join('. ')}
          </p>
        </div>
      </div>
    </footer>
  );
}

const FooterLink = ({ label, href }: { label: string; href: string }) => (
  <li>
    <Link href={href} className="footer-link">
      {label}
    </Link>
  </li>
);
