import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Message } from '#contract/events/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { MessageItem } from './message-item.tsx';
import { messagePages } from './queries.ts';
import { refreshMessages } from './use-undo.ts';

interface SentMessagesProps {
  groupId: number;
  onAgain: (message: Message) => void;
}

/** Lists the messages to the group's members and its events' attendees. */
export function SentMessages({ groupId, onAgain }: SentMessagesProps) {
  const list = useInfiniteQuery(messagePages(groupId));
  const messages = list.data?.pages.flatMap(({ items }) => items);
  useRefreshOnceSent(groupId, messages);
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="sent"
      className="mt-12 max-w-3xl outline-none"
    >
      <SectionHeading id="sent" title="Sent messages" />
      {list.isError && <Unavailable what="The list" onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {messages?.length === 0 && (
        <EmptyState
          as="p"
          className="rounded-card bg-card"
          title="Nothing yet"
          hint="Messages that you and other organisers send will show up here."
        />
      )}
      <ul className="flex flex-col gap-4">
        {messages?.map((message) => (
          <li key={message.id}>
            <MessageItem
              message={message}
              groupId={groupId}
              onAgain={onAgain}
              onUndone={() => section.current?.focus()}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          className="mt-6"
          label="Load older messages"
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

/** In milliseconds; the worker sends a due message within half a minute. */
const sendDelay = 35_000;

/** Reloads the list once the next waiting message has been sent. */
function useRefreshOnceSent(groupId: number, messages: readonly Message[] | undefined): void {
  const client = useQueryClient();
  const times = messages?.filter(({ state }) => state === 'waiting').map((each) => each.sendsAt);
  const next = times?.toSorted().at(0);
  const again = useEffectEvent(() => void refreshMessages(client, groupId));
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(again, Math.max(0, Date.parse(next) - Date.now()) + sendDelay);
    return () => clearTimeout(timer);
  }, [next]);
}

const Loading = () => (
  <div role="status" aria-label="Loading the messages" className="flex flex-col gap-4">
    {Array.from({ length: 3 }, (_, place) => (
      <Skeleton key={place} className="h-30" />
    ))}
  </div>
);
