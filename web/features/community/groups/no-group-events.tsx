import { EmptyState } from '#web/ui/empty-state.tsx';

export default function NoGroupEvents() {
  return (
    <EmptyState
      as="h3"
      title="No upcoming events"
      hint="This group hasn't scheduled any events yet."
    />
  );
}
