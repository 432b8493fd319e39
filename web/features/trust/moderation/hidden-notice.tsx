import { useQuery } from '@tanstack/react-query';
import type { HiddenItem } from '#contract/safety/hidden.ts';
import { Notice } from '#web/ui/notice.tsx';
import { HiddenReason } from './hidden-reason.tsx';
import { hiddenItems } from './queries.ts';

type Subject = Pick<HiddenItem['subject'], 'type' | 'id'>;

interface HiddenNoticeProps {
  /** The hidden subjects. */
  of: Subject[];
  className?: string;
}

/** Stands on what is gone for all others: its author reads why, and can appeal. */
export default function HiddenNotice({ of, className }: HiddenNoticeProps) {
  const { data = [] } = useQuery(hiddenItems());
  const thing = data.find(({ subject }) =>
    of.some(({ type, id }) => type === subject.type && id === subject.id),
  );
  return (
    <Notice
      tone="accent"
      className={className}
      title={thing && 'Hidden by the admins. Only you and they see it.'}
    >
      {thing ? <HiddenReason thing={thing} /> : 'Hidden by the admins. Only you and they see it.'}
    </Notice>
  );
}
