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

/** Tells an author why admins have hidden their content, with a link to appeal. */
export default function HiddenNotice({ of, className }: HiddenNoticeProps) {
  const { data = [] } = useQuery(hiddenItems());
  const item = data.find(({ subject }) =>
    of.some(({ type, id }) => type === subject.type && id === subject.id),
  );
  return (
    <Notice
      tone="accent"
      className={className}
      title={item && 'Hidden by the admins. Only you and they can see it.'}
    >
      {item ? <HiddenReason item={item} /> : 'Hidden by the admins. Only you and they can see it.'}
    </Notice>
  );
}
