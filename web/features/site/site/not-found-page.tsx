import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export default function NotFoundPage() {
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="404 Page Not Found"
      hint="This page may have moved, or the address may be wrong."
      actions={
        <>
          <Link href={paths.events} className={buttonClass()}>
            Explore Events
          </Link>
          <Link href={paths.groups} className={buttonClass({ variant: 'outline' })}>
            Discover Groups
          </Link>
          <Link href={paths.home} className={buttonClass({ variant: 'ghost' })}>
            Home
          </Link>
        </>
      }
    />
  );
}
