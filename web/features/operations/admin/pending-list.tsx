import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { Clock, Copy } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import type { PageOf } from '#web/platform/data/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import CleanupDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { counted } from '#contract/platform/counted.ts';
import { waitingTime } from '#web/platform/text/waiting-time.ts';

/** The fields that all items awaiting review share. */
interface Held {
  id: number;
  createdAt: string;
  copies?: number;
  userId: string | null;
  can: { cleanUp: boolean };
}

interface Verdict {
  label: string;
  /** For who hears the button alone. */
  name: string;
  give: () => void;
}

/** One item in words: its number of copies, its contents, and its actions. */
export interface PendingCard {
  /** 'Posted', 'Written' */
  came: string;
  badge?: ReactNode;
  words: ReactNode;
  author: string | null;
  release: Verdict;
  drop: Verdict;
}

interface Props<T extends Held> {
  id: string;
  title: string;
  hint: string;
  more: string;
  held: UseInfiniteQueryResult<InfiniteData<PageOf<T>>>;
  card: (item: T) => PendingCard;
}

/** Lists items that await an admin's review; hidden while there are none. */
export function PendingList<T extends Held>({ id, title, hint, more, held, card }: Props<T>) {
  const [spammer, setSpammer] = useState<string>();
  const container = useRef<HTMLElement>(null);
  const items = held.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section ref={container} tabIndex={-1} aria-labelledby={id} className="mb-12 outline-none">
      <SectionHeading id={id} title={title} />
      <p className="mb-4 max-w-[68ch] text-muted">{hint}</p>
      <ul className="grid gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <Card
              held={item}
              card={card(item)}
              readAt={new Date(held.dataUpdatedAt)}
              // The button just pressed goes with its card.
              onVerdict={() => container.current?.focus()}
              onCleanUp={() => setSpammer(item.userId ?? undefined)}
            />
          </li>
        ))}
      </ul>
      {spammer !== undefined && (
        <CleanupDialog userId={spammer} onClose={() => setSpammer(undefined)} />
      )}
      {held.hasNextPage && (
        <LoadMore
          className="mt-6"
          label={more}
          busy={held.isFetchingNextPage}
          onMore={() => void held.fetchNextPage()}
        />
      )}
    </section>
  );
}

interface CardProps {
  held: Held;
  card: PendingCard;
  /** When the list was read: the same moment on the server and in the browser. */
  readAt: Date;
  onVerdict: () => void;
  onCleanUp: () => void;
}

function Card({ held, card, readAt, onVerdict, onCleanUp }: CardProps) {
  const { createdAt, copies = 0, can } = held;
  const { came, badge, words, author, release, drop } = card;
  const giving =
    ({ give }: Verdict) =>
    () => {
      give();
      onVerdict();
    };
  return (
    <article className="rounded-card bg-card p-4 forced-colors:border sm:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
          Waiting {waitingTime(createdAt, readAt)}
        </Badge>
        {/* The count of copies expires after a week, and the item may wait longer. */}
        {copies > 1 && (
          <Badge icon={<Copy aria-hidden="true" />}>
            {came} {counted(copies, 'time')}
          </Badge>
        )}
        {badge}
      </div>
      {words}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button aria-label={release.name} onClick={giving(release)}>
          {release.label}
        </Button>
        <Button variant="quiet" aria-label={drop.name} onClick={giving(drop)}>
          {drop.label}
        </Button>
        {can.cleanUp && (
          <Button
            variant="quiet"
            className="text-danger-ink!"
            aria-label={`Clean up spam of ${author}…`}
            onClick={onCleanUp}
          >
            Clean up spam…
          </Button>
        )}
      </div>
    </article>
  );
}
