import type { DonationStatus } from '#contract/base/donations.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const statusWords: Record<DonationStatus, { label: string; tone: BadgeTone }> = {
  processing: { label: 'In progress', tone: 'accent' },
  succeeded: { label: 'Received', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'danger' },
};

export function StatusBadge({ status }: { status: DonationStatus }) {
  const { label, tone } = statusWords[status];
  return <Badge tone={tone}>{label}</Badge>;
}
