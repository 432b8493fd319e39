import { EmptyState } from '../ui/empty-state.tsx';

export default function SettingsTab() {
  return <EmptyState title="Settings" hint="Nothing to show here yet." />;
}
