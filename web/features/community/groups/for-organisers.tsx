import { Link } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Stands in place of a page that only a group's organisers use; `hint` says for what. */
export const ForOrganisers = ({ group, hint }: { group: Group; hint: string }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This page is for organisers"
    hint={hint}
    actions={
      <Link href={paths.group(group.id)} className={buttonClass()}>
        Back to the group
      </Link>
    }
  />
);
