import { paths } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
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
          <ButtonLink href={paths.events} label="Explore Events" />
          <ButtonLink href={paths.groups} variant="outline" label="Discover Groups" />
          <ButtonLink href={paths.home} variant="ghost" label="Home" />
        </>
      }
    />
  );
}
