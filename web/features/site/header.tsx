import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Account } from '../../../contract/accounts.ts';
import { paths } from '../../../contract/paths.ts';
import { useUser } from '../sign-in/use-user.ts';
import { lazyPart } from '../../platform/router/lazy-part.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Cross, MenuLines } from '../../ui/icons.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { useSite } from '../../platform/site.tsx';

/** For those who are signed in. */
const Avatar = lazyPart(async () => ({ default: (await import('../../ui/avatar.tsx')).Avatar }));

const under = (path: string, section: string) =>
  path.startsWith(section) && !path.startsWith(`${section}/create`);

const sections = [
  {
    href: paths.events,
    label: 'Explore Events',
    current: (path: string) => under(path, paths.events),
  },
  {
    href: paths.groups,
    label: 'Discover Groups',
    current: (path: string) => under(path, paths.groups),
  },
  { href: paths.about, label: 'About Us', current: (path: string) => path === paths.about },
  { href: paths.support, label: 'Support Us', current: (path: string) => path === paths.support },
];

const logInHref = `${paths.auth}?tab=login`;

export function Header() {
  const { name } = useSite();
  const { user } = useUser();
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === path;
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto flex min-h-18 max-w-page items-center gap-4 px-4 sm:px-6">
        <Link href={paths.home} className="rounded-card py-2 text-ink no-underline">
          <Wordmark name={name} />
        </Link>
        <nav aria-label="Main" className="hidden grow justify-center gap-1 lg:flex">
          <SectionLinks path={path} className="px-3" />
        </nav>
        <div className="ml-auto hidden items-center gap-2 lg:flex">
          {user ? <AccountLinks user={user} path={path} /> : <SignInLinks />}
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="mobile-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => setOpenAt(open ? undefined : path)}
          className={cx(
            buttonClass({ variant: 'ghost' }),
            '-mr-2.5 ml-auto size-11 px-0! lg:hidden',
          )}
        >
          {open ? <Cross /> : <MenuLines />}
        </button>
      </div>
      {open && <MobileMenu path={path} user={user} />}
    </header>
  );
}

function MobileMenu({ path, user }: { path: string; user: Account | undefined }) {
  return (
    <nav
      id="mobile-menu"
      aria-label="Main"
      className="flex flex-col border-t border-line px-4 pt-2 pb-4 sm:px-6 lg:hidden"
    >
      <SectionLinks path={path} className="py-1 text-lg" />
      {user && (
        <NavLink href={paths.dashboard} current={path === paths.dashboard} className="py-1 text-lg">
          Dashboard
        </NavLink>
      )}
      {user?.role === 'admin' && <AdminLink path={path} className="py-1 text-lg" />}
      <div className="mt-3 grid grid-cols-2 gap-2 sm:max-w-sm">
        {user ? <SignOut /> : <SignInLinks />}
      </div>
    </nav>
  );
}

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
      className={cx(
        'inline-flex min-h-11 items-center rounded-card font-display font-semibold text-ink no-underline decoration-accent decoration-3 underline-offset-8 hover:underline',
        current && 'underline',
        className,
      )}
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
    Admin
  </NavLink>
);

function AccountLinks({ user, path }: { user: Account; path: string }) {
  return (
    <>
      {user.role === 'admin' && <AdminLink path={path} className="px-3" />}
      <Link href={paths.dashboard} aria-label="Dashboard" className="rounded-full">
        <Avatar name={user.firstName || user.email || 'U'} imageUrl={user.profileImageUrl} />
      </Link>
      <SignOut />
    </>
  );
}

const SignOut = () => (
  <a
    href={paths.logout}
    className={cx(buttonClass({ variant: 'ghost' }), 'max-lg:col-span-2 max-lg:bg-sunken lg:-mr-5')}
  >
    Sign Out
  </a>
);

const SignInLinks = () => (
  <>
    <Link href={logInHref} className={buttonClass({ variant: 'ghost' })}>
      Log In
    </Link>
    <Link href={paths.auth} className={buttonClass()}>
      Sign Up
    </Link>
  </>
);
