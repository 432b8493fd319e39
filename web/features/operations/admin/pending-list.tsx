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

/** Fields that all items awaiting review share. */
interface PendingItem {
  id: number;
  createdAt: string;
  copies?: number;
  userId: string | null;
  can: { cleanUp: boolean };
}

interface Action {
  label: string;
  /** Accessible name, which stands alone. */
  name: string;
  onPress: () => void;
}

/** The texts and actions of one item. */
export interface PendingCard {
  /** 'Posted' or 'Sent', before the number of copies. */
  verb: string;
  badge?: ReactNode;
  words: ReactNode;
  author: string | null;
  release: Action;
  drop: Action;
}

interface Props<T extends PendingItem> {
  id: string;
  title: string;
  hint: string;
  more: string;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<T>>>;
  card: (item: T) => PendingCard;
}

/** Lists items that await an admin's review; hidden while there are none. */
export function PendingList<T extends PendingItem>({
  id,
  title,
  hint,
  more,
  list,
  card,
}: Props<T>) {
  const [spammer, setSpammer] = useState<string>();
  const container = useRef<HTMLElement>(null);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section ref={container} tabIndex={-1} aria-labelledby={id} className="mb-12 outline-none">
      <SectionHeading id={id} title={title} />
      <p className="mb-4 max-w-[68ch] text-muted">{hint}</p>
      <ul className="grid gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <Card
              item={item}
              card={card(item)}
              readAt={new Date(list.dataUpdatedAt)}
              // The pressed button disappears with its card, so the list takes the focus.
              onVerdict={() => container.current?.focus()}
              onCleanUp={() => setSpammer(item.userId ?? undefined)}
            />
          </li>
        ))}
      </ul>
      {spammer !== undefined && (
        <CleanupDialog userId={spammer} onClose={() => setSpammer(undefined)} />
      )}
      {list.hasNextPage && (
        <LoadMore
          className="mt-6"
          label={more}
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

interface CardProps {
  item: PendingItem;
  card: PendingCard;
  /** When the data was loaded, so that server and browser render the same. */
  readAt: Date;
  onVerdict: () => void;
  onCleanUp: () => void;
}

function Card({ item, card, readAt, onVerdict, onCleanUp }: CardProps) {
  const { createdAt, copies = 0, can } = item;
  const { verb, badge, words, author, release, drop } = card;
  const handlerOf =
    ({ onPress }: Action) =>
    () => {
      onPress();
      onVerdict();
    };
  return (
    <article className="rounded-card bg-card p-4 forced-colors:border sm:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
          Waiting {waitingTime(createdAt, readAt)}
        </Badge>
        {/* Copies are counted for a week only, but the item may wait longer. */}
        {copies > 1 && (
          <Badge icon={<Copy aria-hidden="true" />}>
            {verb} {counted(copies, 'time')}
          </Badge>
        )}
        {badge}
      </div>
      {words}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button aria-label={release.name} onClick={handlerOf(release)}>
          {release.label}
        </Button>
        <Button variant="quiet" aria-label={drop.name} onClick={handlerOf(drop)}>
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
