import { Link } from 'wouter';
import { paths } from '../../../contract/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export default function MissingGroup() {
  return (
    <EmptyState
      as="h1"
      className="py-24"
      title="Group not found"
      hint="The group you're looking for might have been removed or doesn't exist."
      actions={
        <Link href={paths.groups} className={buttonClass()}>
          Browse other groups
        </Link>
      }
    />
  );
}
