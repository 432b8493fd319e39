import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { buttonClass } from '#web/ui/button.tsx';

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
