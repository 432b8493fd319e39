import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Stands where a list should, which could not be read. */
export const ListUnavailable = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    title="This list can't be shown right now"
    hint="Something went wrong on the way. Please try again."
    actions={<Button onClick={onRetry}>Try again</Button>}
  />
);
