import { EmptyState } from '../ui/empty-state.tsx';

export default function EventsTab() {
  return <EmptyState title="Events" hint="Nothing to show here yet." />;
}
