import { Link } from 'wouter';
import { placeNamesCredit } from '#contract/base/place-names.ts';
import { complaintsPath, helpPath, paths } from '#contract/platform/paths.ts';
import { mailtoLink } from '#contract/platform/links.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { useSite } from '#web/platform/site.tsx';
import type { ReactNode } from 'react';

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

const legalLinks = [
  { label: 'Terms of Service', href: paths.terms },
  { label: 'Privacy Policy', href: paths.privacy },
  { label: 'Cookie Policy', href: paths.cookies },
  { label: 'Complaints', href: complaintsPath },
];

export default function Footer() {
  const { name, logoUrl, supportEmail, year, postcodeSource } = useSite();
  return (
    <footer className="surface-hall print:hidden">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-x-6 gap-y-9 px-4 pt-12 pb-8 min-[18rem]:grid-cols-2 sm:grid-cols-3 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <Wordmark name={name} logoUrl={logoUrl} />
          <p className="mt-3 max-w-xs text-on-hall-muted">
            Groups and events for people who live near each other.
          </p>
          <a
            href={mailtoLink(supportEmail)}
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
            {legalLinks.map(({ label, href }) => (
              <FooterLink key={href} label={label} href={href} />
            ))}
          </ul>
          <p className="w-full text-xs">
            {[placeNamesCredit, postcodeSource].filter(Boolean).join('. ')}
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

const socialIcon = (drawing: ReactNode) => (
  <svg
    viewBox="0 0 24 24"
    fill="currentColor"
    fillRule="evenodd"
    aria-hidden="true"
    className="size-5"
  >
    {drawing}
  </svg>
);

const facebook = socialIcon(
  <path d="M14 8.5V6.7c0-.8.3-1.2 1.3-1.2H17V2.2C16.6 2.1 15.6 2 14.5 2 12 2 10.3 3.5 10.3 6.2v2.3H7.5V12h2.8v10H14V12h2.7l.5-3.5Z" />,
);
const whatsApp = socialIcon(
  <path d="M12 2a10 10 0 0 0-8.5 15.2L2 22l4.9-1.5A10 10 0 1 0 12 2Zm4.9 13.7c-.2.6-1.2 1.1-1.7 1.2-.4 0-1 .1-3-.7a9.7 9.7 0 0 1-4.6-4.2c-.8-1.3-.9-2.5.2-3.7.4-.4 1.2-.5 1.5.1l.7 1.6c.1.3 0 .5-.1.7l-.6.7c-.2.2-.1.4 0 .6a6.5 6.5 0 0 0 3 2.6c.3.1.5.1.6-.1l.8-1c.2-.2.4-.2.6-.1l1.9.9c.4.2.7.3.7.6Z" />,
);
const mail = socialIcon(
  <path d="M3 5h18a1 1 0 0 1 1 .9L12 13 2 5.9A1 1 0 0 1 3 5Zm-1 3.4V18a1 1 0 0 0 1 1h18a1 1 0 0 0 1-1V8.4L12 15.4Z" />,
);

/**
 * Links that share the site. There are none to the operator's own social pages, which the site
 * doesn't know.
 */
function Social() {
  const { name, origin } = useSite();
  const message = `${name}: groups and events for people who live near each other`;
  const ways = [
    {
      label: `Share ${name} on Facebook`,
      href: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: origin })}`,
      icon: facebook,
    },
    {
      label: `Share ${name} on WhatsApp`,
      href: `https://wa.me/?text=${encodeURIComponent(`${message} ${origin}`)}`,
      icon: whatsApp,
    },
    {
      label: `Tell a friend about ${name}`,
      href: `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${message}\n${origin}`)}`,
      icon: mail,
    },
  ];
  return (
    <ul className="mt-1 -ml-3 flex">
      {ways.map(({ label, href, icon }) => (
        <li key={label}>
          <a
            href={href}
            aria-label={label}
            target={href.startsWith('https:') ? '_blank' : undefined}
            rel="noopener"
            className="grid size-11 place-items-center rounded-card text-on-hall-muted hover:text-on-hall"
          >
            {icon}
          </a>
        </li>
      ))}
    </ul>
  );
}
