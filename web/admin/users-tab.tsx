import { EmptyState } from '../ui/empty-state.tsx';

export default function UsersTab() {
  return <EmptyState title="Users" hint="Nothing to show here yet." />;
}
