import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Account } from '#contract/base/accounts.ts';
import type { PendingCounts } from '#contract/operations/site-stats.ts';
import { paths } from '#contract/platform/paths.ts';
import {
  pendingRequestsIn,
  usePendingCounts,
} from '#web/features/base/accounts/use-pending-counts.ts';
import { adminWords, requestWords } from '#web/features/base/accounts/pending-counts-text.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { ArrowLeft, Cross, MenuLines } from '#web/ui/icons.tsx';
import { dismissToasts } from '#web/ui/toast.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { forgetDevice } from '#web/platform/data/forget-device.ts';
import { useSite } from '#web/platform/site.tsx';

const isUnder = (path: string, section: string) =>
  path.startsWith(section) && !path.startsWith(`${section}/create`);

const sections = [
  {
    href: paths.events,
    label: 'Explore Events',
    current: (path: string) => isUnder(path, paths.events),
  },
  {
    href: paths.groups,
    label: 'Discover Groups',
    current: (path: string) => isUnder(path, paths.groups),
  },
  { href: paths.about, label: 'About Us', current: (path: string) => path === paths.about },
  { href: paths.support, label: 'Support Us', current: (path: string) => path === paths.support },
];

const logInHref = `${paths.auth}?tab=login`;

export function Header() {
  const { name, logoUrl } = useSite();
  const { user } = useUser();
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === path;
  const { requests, admin } = usePendingBadges();
  const opener = useRef<HTMLButtonElement>(null);
  const toggleMenu = () => {
    dismissToasts();
    setOpenAt(open ? undefined : path);
  };
  const closeMenu = () => {
    setOpenAt(undefined);
    opener.current?.focus();
  };
  return (
    <header className="relative border-b border-line bg-paper">
      <div className="mx-auto flex min-h-18 max-w-page items-center gap-4 px-4 sm:px-6">
        <BackButton />
        <Link href={paths.home} className="rounded-card py-2 text-ink no-underline">
          <Wordmark name={name} logoUrl={logoUrl} />
        </Link>
        <nav aria-label="Main" className="hidden grow justify-center gap-1 lg:flex">
          <SectionLinks path={path} className="px-3" />
        </nav>
        <div className="ml-auto hidden items-center gap-2 lg:flex">
          {user ? <AccountLinks user={user} path={path} /> : <SignInLinks />}
        </div>
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={toggleMenu}
          className={cx(
            buttonClass({ variant: 'ghost' }),
            'needs-script relative -mr-2.5 ml-auto size-11 px-0! lg:hidden',
          )}
        >
          {open ? <Cross /> : <MenuLines />}
          {/* Text rather than aria-label, because a label in name must include the visible
              number. */}
          <span className="sr-only">
            {open ? 'Close menu' : withWords('Open menu', requests.words, admin.words)}
          </span>
          {!open && (
            <CountBadge count={requests.count + admin.count} words="" className={onCorner} />
          )}
        </button>
        <MenuWithoutScript path={path} user={user} />
      </div>
      {open && <MobileMenu path={path} user={user} onEscape={closeMenu} />}
    </header>
  );
}

/** The way back on the installed site, whose window has no buttons of the browser. */
const BackButton = () => (
  <button
    type="button"
    aria-label="Back"
    onClick={() => history.back()}
    className={cx(
      buttonClass({ variant: 'ghost' }),
      'needs-script -mr-2 -ml-2.5 hidden! size-11 px-0! standalone:inline-flex!',
    )}
  >
    <ArrowLeft />
  </button>
);

interface MobileMenuProps {
  path: string;
  user: Account | undefined;
  onEscape: () => void;
}

function MobileMenu({ path, user, onEscape }: MobileMenuProps) {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') escape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <nav
      id="mobile-menu"
      aria-label="Main"
      className="flex flex-col border-t border-line px-4 pt-2 pb-4 sm:px-6 lg:hidden"
    >
      <MenuLinks path={path} user={user} />
    </nav>
  );
}

const MenuLinks = ({ path, user }: MenuProps) => (
  <>
    <SectionLinks path={path} className="py-1 text-lg" />
    {user && (
      <NavLink href={paths.dashboard} current={path === paths.dashboard} className="py-1 text-lg">
        <WithBadge label="Dashboard" badge={<Requests className="ml-2" />} />
      </NavLink>
    )}
    {user?.role === 'admin' && <AdminLink path={path} className="py-1 text-lg" />}
    <div className="mt-3 grid grid-cols-2 gap-2 sm:max-w-sm">
      {user ? <SignOut /> : <SignInLinks />}
    </div>
  </>
);

type MenuProps = Omit<MobileMenuProps, 'onEscape'>;

/** The menu where JavaScript is off. While the script is loading, the button queues the press. */
const MenuWithoutScript = (props: MenuProps) => (
  <noscript className="ml-auto lg:hidden">
    {import.meta.env.SSR && <MenuInDetails {...props} />}
  </noscript>
);

const MenuInDetails = (props: MenuProps) => (
  <details>
    <summary className={cx(buttonClass({ variant: 'ghost' }), '-mr-2.5 cursor-pointer')}>
      Menu
    </summary>
    <nav
      aria-label="Main"
      className="absolute inset-x-0 top-full z-50 flex flex-col border-b border-line bg-paper px-4 pt-2 pb-4 shadow-lift sm:px-6"
    >
      <MenuLinks {...props} />
    </nav>
  </details>
);

function SectionLinks({ path, className }: { path: string; className: string }) {
  return sections.map(({ href, label, current }) => (
    <NavLink key={href} href={href} current={current(path)} className={className}>
      {label}
    </NavLink>
  ));
}

interface NavLinkProps {
  href: string;
  current: boolean;
  className: string;
  children: ReactNode;
}

function NavLink({ href, current, className, children }: NavLinkProps) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cx('nav-link', current && 'underline', className)}
    >
      {children}
    </Link>
  );
}

const AdminLink = ({ path, className }: { path: string; className: string }) => (
  <NavLink
    href={paths.admin}
    current={path === paths.admin || path.startsWith(`${paths.admin}/`)}
    className={className}
  >
    <WithBadge label="Admin" badge={<ForAdmins className="ml-2" />} />
  </NavLink>
);

/** Returns what is waiting for the member, as counts and in words. */
function usePendingBadges() {
  const waiting = usePendingCounts();
  const requests = pendingRequestsIn(waiting);
  const admin: Partial<NonNullable<PendingCounts['admin']>> = waiting.admin ?? {};
  return {
    requests: { count: requests, words: requests ? requestWords(requests) : '' },
    admin: {
      count: Object.values(admin).reduce((sum, count) => sum + count, 0),
      words: adminWords(admin),
    },
  };
}

const Requests = ({ className }: { className?: string }) => (
  <CountBadge {...usePendingBadges().requests} className={className} />
);

const ForAdmins = ({ className }: { className?: string }) => (
  <CountBadge {...usePendingBadges().admin} className={className} />
);

/** Keeps label and badge on one line, with only the label underlined. */
const WithBadge = ({ label, badge }: { label: string; badge: ReactNode }) => (
  <span>
    {label}
    {badge}
  </span>
);

const onCorner = 'pointer-events-none absolute -top-1 -right-1 outline-2 outline-paper';

const withWords = (name: string, ...words: string[]) => [name, ...words].filter(Boolean).join(', ');

function AccountLinks({ user, path }: { user: Account; path: string }) {
  const { requests } = usePendingBadges();
  return (
    <>
      {user.role === 'admin' && <AdminLink path={path} className="px-3" />}
      <Link
        href={paths.dashboard}
        aria-label={withWords('Dashboard', requests.words)}
        className="relative rounded-full"
      >
        <Avatar name={user.firstName || user.email || 'U'} imageUrl={user.profileImageUrl} />
        <CountBadge {...requests} className={onCorner} />
      </Link>
      <SignOut />
    </>
  );
}

const SignOut = () => (
  <a
    href={paths.logout}
    onClick={forgetDevice}
    className={cx(buttonClass({ variant: 'ghost' }), 'max-lg:col-span-2 max-lg:bg-sunken lg:-mr-5')}
  >
    Sign Out
  </a>
);

const SignInLinks = () => (
  <>
    <ButtonLink href={logInHref} variant="ghost" label="Log In" />
    <ButtonLink href={paths.auth} label="Sign Up" />
  </>
);
