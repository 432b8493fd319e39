import { useIfMailed } from '#web/platform/site.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Message } from '#contract/events/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { messagePages } from './queries.ts';
import { refreshMessages, useUndo } from './use-undo.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SecondsLeft } from './seconds-left.tsx';
import { countPeople, messageStates, toWhom } from './words.ts';

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
      <MoreOf list={list} className="mt-6" label="Load older messages" />
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

interface MessageItemProps {
  message: Message;
  groupId: number;
  onAgain: (message: Message) => void;
  /** Called after an undo, when the pressed button has disappeared. */
  onUndone: () => void;
}

function MessageItem({ message, groupId, onAgain, onUndone }: MessageItemProps) {
  const { id, subject, text, state, sentBy, createdAt, asksForDonations } = message;
  const ifMailed = useIfMailed();
  return (
    <article
      aria-labelledby={`message-${id}`}
      className="rounded-card bg-card p-4 forced-colors:border sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={messageStates[state].tone}>
          {state === 'sent' ? ifMailed('Sent', 'Kept') : messageStates[state].label}
        </Badge>
        {asksForDonations && <Badge>Asks for donations</Badge>}
      </div>
      <h3 id={`message-${id}`} dir="auto" className="mt-3 text-xl wrap-anywhere">
        {subject}
      </h3>
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        {toWhom(message)}, by <bdi>{sentBy?.firstName ?? 'someone who has left'}</bdi>,{' '}
        <time dateTime={createdAt}>{formatCommentDate(createdAt)}</time>
      </p>
      <Outcome message={message} />
      <details className="mt-2">
        <summary className="-ml-1 inline-flex min-h-11 items-center rounded-card px-1 font-display font-semibold text-primary hover:underline">
          Read the full message
        </summary>
        <LinkedText className="mt-2 wrap-anywhere" text={text} />
      </details>
      <Actions message={message} groupId={groupId} onAgain={onAgain} onUndone={onUndone} />
    </article>
  );
}

/** Describes the message's delivery in a sentence. */
function Outcome({ message }: { message: Message }) {
  const { state, recipients, delivered, failed, sendsAt } = message;
  const ifMailed = useIfMailed();
  switch (state) {
    case 'waiting':
      return (
        <p className="mt-3">
          <SecondsLeft until={sendsAt} />, to {countPeople(recipients)}
        </p>
      );
    case 'held':
      return (
        <p className="mt-3">
          An admin will look at it first, then it goes to {countPeople(recipients)}.
        </p>
      );
    case 'undone':
      return <p className="mt-3">It wasn't sent to anyone.</p>;
    case 'sent':
      return (
        <p className="mt-3">
          To {countPeople(recipients)}: {delivered}{' '}
          {ifMailed('delivered', 'kept, to go once this site can send email')}
          {failed > 0 && (
            <span className="font-semibold text-danger-ink">, {failed} couldn't be delivered</span>
          )}
        </p>
      );
  }
}

function Actions({ message, groupId, onAgain, onUndone }: MessageItemProps) {
  const undo = useUndo();
  const { id, subject, state, can } = message;
  if (state === 'undone') {
    return (
      <Button
        className="mt-3"
        variant="outline"
        size="sm"
        aria-label={`Use again: ${subject}`}
        onClick={() => onAgain(message)}
      >
        Use again
      </Button>
    );
  }
  if (!can.undo) return null;
  return (
    <Button
      className="mt-3"
      variant="outline"
      size="sm"
      busy={undo.isPending}
      busyLabel="Undoing..."
      aria-label={undo.isPending ? undefined : `Undo: ${subject}`}
      onClick={() => undo.mutate({ id, groupId }, { onSuccess: onUndone })}
    >
      Undo
    </Button>
  );
}
