import { EmptyState } from '../ui/empty-state.tsx';

export default function CommentsTab() {
  return <EmptyState title="Comments" hint="Nothing to show here yet." />;
}
