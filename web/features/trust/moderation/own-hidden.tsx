import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatDay } from '#contract/platform/dates.ts';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { HiddenReason } from './hidden-notice.tsx';
import { hiddenItems } from './queries.ts';

const leadTexts = {
  event: "Only you and the admins can see these events. Nobody can RSVP while they're hidden.",
  group: 'Only you and the admins can see these groups and their events.',
};

/** Lists the member's own content that admins have hidden, with the reason and a link to appeal. */
export function OwnHidden({ type }: { type: 'event' | 'group' }) {
  const { data = [] } = useQuery(hiddenItems());
  const items = data.filter(({ subject }) => subject.type === type);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={`hidden-${type}s`} className="mb-10">
      <SectionHeading
        id={`hidden-${type}s`}
        title={type === 'event' ? 'Your hidden events' : 'Your hidden groups'}
      />
      <p className="mb-4 max-w-prose text-pretty text-muted">{leadTexts[type]}</p>
      <ul className="flex max-w-2xl flex-col gap-3">
        {items.map((item) => (
          <li key={item.reference} className="rounded-card bg-card px-5 py-4 forced-colors:border">
            <Link href={item.path} className="link font-semibold">
              <bdi className="wrap-anywhere">{item.subject.title}</bdi>
            </Link>
            <p className="text-sm text-muted">Hidden on {formatDay(item.decidedAt)}</p>
            <HiddenReason item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
