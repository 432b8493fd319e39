import { Link } from 'wouter';
import { paths } from '../../../contract/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export default function MissingEvent() {
  return (
    <EmptyState
      as="h1"
      className="py-24"
      title="Event not found"
      hint="The event you're looking for might have been removed or doesn't exist."
      actions={
        <Link href={paths.events} className={buttonClass()}>
          Browse other events
        </Link>
      }
    />
  );
}
