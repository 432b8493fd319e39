import { useQuery } from '@tanstack/react-query';
import type { HiddenItem } from '#contract/safety/hidden.ts';
import { Notice } from '#web/ui/notice.tsx';
import { hiddenItems } from './queries.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';

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

/** Shows why something is hidden, with a link to appeal or to see the decision. */
export const HiddenReason = ({ item }: { item: HiddenItem }) => (
  <>
    <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
      Reason: {item.reason}
    </p>
    <p className="mt-3">
      <ButtonLink
        href={appealPath(item.reference)}
        aria-label={`${linkText(item)}: ${item.subject.title}`}
        variant="outline"
        size="sm"
        label={linkText(item)}
      />
    </p>
  </>
);

const linkText = ({ can }: HiddenItem) => (can.appeal ? 'Appeal' : 'See the decision');
