import { Link } from 'wouter';
import { paths } from '../../../contract/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export default function NoEvents() {
  return (
    <EmptyState
      title="No events found"
      hint="Try adjusting your search filters or check back later."
      actions={
        <Link href={paths.events} className={buttonClass({ variant: 'outline' })}>
          Clear Filters
        </Link>
      }
    />
  );
}
