import { EmptyState } from '../ui/empty-state.tsx';

export default function AnalyticsTab() {
  return <EmptyState title="Analytics" hint="Nothing to show here yet." />;
}
