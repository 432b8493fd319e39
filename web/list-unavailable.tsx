import { Button } from './ui/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';

export default function ListUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      title="This list can't be shown right now"
      hint="Something went wrong on the way. Please try again."
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
