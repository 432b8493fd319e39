import {
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { Clock, Copy } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '#web/platform/data/api.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { refresh, type PageOf } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';
import PurgeDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { pluralise } from '#contract/platform/counted.ts';
import { waitingTime } from '#web/platform/text/waiting-time.ts';

/** Fields that all items awaiting review share. */
interface PendingItem {
  id: number;
  createdAt: string;
  copies?: number;
  userId: string | null;
  can: { cleanUp: boolean };
}

/** The words of one item, and the accessible names of its buttons, which stand alone. */
interface PendingCard {
  /** 'Posted' or 'Sent', before the number of copies. */
  verb: string;
  badge?: ReactNode;
  words: ReactNode;
  author: string | null;
  release: string;
  drop: string;
}

interface Props<T extends PendingItem> {
  kind: Kind;
  id: string;
  title: string;
  hint: string;
  more: string;
  /** The toasts' titles. */
  released: string;
  dropped: string;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<T>>>;
  card: (item: T) => PendingCard;
}

type Kind = 'held-comments' | 'held-messages' | 'held-contacts';

/** Lists items that await an admin's review; hidden while there are none. */
export function PendingList<T extends PendingItem>(props: Props<T>) {
  const { kind, id, title, hint, more, list, card } = props;
  const release = useVerdict(
    kind,
    (item) => call(`POST /api/admin/${kind}/:id/release`, { params: { id: item } }),
    props.released,
  );
  const drop = useVerdict(
    kind,
    (item) => call(`DELETE /api/admin/${kind}/:id`, { params: { id: item } }),
    props.dropped,
  );
  const [spammer, setSpammer] = useState<string>();
  const container = useRef<HTMLElement>(null);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  const decide = (verdict: typeof release, item: T) => {
    verdict.mutate(item.id);
    // The pressed button disappears with its card, so the list takes the focus.
    container.current?.focus();
  };
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
              onRelease={() => decide(release, item)}
              onDrop={() => decide(drop, item)}
              onCleanUp={() => setSpammer(item.userId ?? undefined)}
            />
          </li>
        ))}
      </ul>
      {spammer !== undefined && (
        <PurgeDialog userId={spammer} onClose={() => setSpammer(undefined)} />
      )}
      <MoreOf list={list} className="mt-6" label={more} />
    </section>
  );
}

/** Removes an item from its list at once, and puts it back if the call fails. */
function useVerdict(kind: Kind, send: (id: number) => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (id) => changeRow<{ id: number }>(client, `/api/admin/${kind}`, id, () => undefined),
    onSuccess: () => {
      if (kind === 'held-comments') void refresh(client, '/api/admin/comments');
      void refreshSite(client);
    },
    done,
    failed: 'Not saved',
    fallback: 'Please try again later.',
  });
}

interface CardProps {
  item: PendingItem;
  card: PendingCard;
  /** When the data was loaded, so that server and browser render the same. */
  readAt: Date;
  onRelease: () => void;
  onDrop: () => void;
  onCleanUp: () => void;
}

function Card({ item, card, readAt, onRelease, onDrop, onCleanUp }: CardProps) {
  const { createdAt, copies = 0, can } = item;
  const { verb, badge, words, author, release, drop } = card;
  return (
    <article className="rounded-card bg-card p-4 forced-colors:border sm:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
          Waiting {waitingTime(createdAt, readAt)}
        </Badge>
        {/* Copies are counted for a week only, but the item may wait longer. */}
        {copies > 1 && (
          <Badge icon={<Copy aria-hidden="true" />}>
            {verb} {pluralise(copies, 'time')}
          </Badge>
        )}
        {badge}
      </div>
      {words}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button aria-label={release} onClick={onRelease}>
          Release
        </Button>
        <Button variant="quiet" aria-label={drop} onClick={onDrop}>
          Delete
        </Button>
        {can.cleanUp && (
          <OpenButton
            call="POST /api/admin/users/:id/cleanup"
            variant="quiet"
            className="text-danger-ink!"
            aria-label={`Clean up spam of ${author}…`}
            onClick={onCleanUp}
          >
            Clean up spam…
          </OpenButton>
        )}
      </div>
    </article>
  );
}
