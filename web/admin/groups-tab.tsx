import { EmptyState } from '../ui/empty-state.tsx';

export default function GroupsTab() {
  return <EmptyState title="Groups" hint="Nothing to show here yet." />;
}
