import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Clock, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { HeldMessage } from '../../../contract/moderation.ts';
import { paths } from '../../../contract/paths.ts';
import { call } from '../../platform/data/api.ts';
import { changeRow } from '../../platform/data/cache.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { toast } from '../../ui/toast.ts';
import CleanupDialog from '../cleanup/cleanup-dialog.tsx';
import { people, toWhom } from '../messages/words.ts';
import { rowLink } from './admin-list.tsx';
import { heldMessagePages } from './queries.ts';
import { refreshSite } from './refresh-site.ts';
import { counted, waited } from './words.ts';

const list = '/api/admin/held-messages';

/** The messages of the queue: those that say what was sent to other groups before. It is not there where none waits. */
export function HeldMessages() {
  const held = useInfiniteQuery(heldMessagePages());
  const [spammer, setSpammer] = useState<string>();
  const container = useRef<HTMLElement>(null);
  const readAt = new Date(held.dataUpdatedAt);
  const messages = held.data?.pages.flatMap(({ items }) => items) ?? [];
  const release = useVerdict(
    (id) => call('POST /api/admin/held-messages/:id/release', { params: { id } }),
    'Message released',
  );
  const drop = useVerdict(
    (id) => call('DELETE /api/admin/held-messages/:id', { params: { id } }),
    'Message dropped',
  );
  // The button just pressed goes with its card.
  const leave = () => container.current?.focus();
  if (messages.length === 0) return null;
  return (
    <section
      ref={container}
      tabIndex={-1}
      aria-labelledby="held-messages"
      className="mb-12 outline-none"
    >
      <SectionHeading id="held-messages" title="Held messages" />
      <p className="mb-4 max-w-[68ch] text-muted">
        The same text was written to several groups within a week. These messages go to nobody until
        you release them.
      </p>
      <ul className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <Waiting
              message={message}
              readAt={readAt}
              onRelease={() => {
                release.mutate(message);
                leave();
              }}
              onDrop={() => {
                drop.mutate(message);
                leave();
              }}
              onCleanUp={() => setSpammer(message.userId ?? undefined)}
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
          label="Show More Messages"
          busy={held.isFetchingNextPage}
          onMore={() => void held.fetchNextPage()}
        />
      )}
    </section>
  );
}

interface WaitingProps {
  message: HeldMessage;
  /** When the queue was read: the same moment on the server and in the browser. */
  readAt: Date;
  onRelease: () => void;
  onDrop: () => void;
  onCleanUp: () => void;
}

function Waiting({ message, readAt, onRelease, onDrop, onCleanUp }: WaitingProps) {
  const { subject, text, createdAt, copies, recipients, can } = message;
  return (
    <article className="rounded-card bg-card p-4 forced-colors:border sm:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
          Waiting {waited(createdAt, readAt)}
        </Badge>
        {copies > 1 && (
          <Badge icon={<Copy aria-hidden="true" />}>Written {counted(copies, 'time')}</Badge>
        )}
        <Badge>{people(recipients)}</Badge>
      </div>
      <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
        {subject}
      </h3>
      <p dir="auto" className="mt-1 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <Origin message={message} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button aria-label={`Release the message ${subject}`} onClick={onRelease}>
          Release
        </Button>
        <Button variant="quiet" aria-label={`Drop the message ${subject}`} onClick={onDrop}>
          Drop
        </Button>
        {can.cleanUp && (
          <Button
            variant="quiet"
            className="text-danger-ink!"
            aria-label={`Clean up spam of ${message.userName}…`}
            onClick={onCleanUp}
          >
            Clean up spam…
          </Button>
        )}
      </div>
    </article>
  );
}

function Origin({ message }: { message: HeldMessage }) {
  const { userName, userEmail, groupId, groupName } = message;
  return (
    <p className="mt-3 text-sm wrap-anywhere text-muted">
      {toWhom(message)} of{' '}
      <Link href={paths.group(groupId)} className={rowLink}>
        <bdi>{groupName}</bdi>
      </Link>
      , by <bdi>{userName ?? 'somebody who has left'}</bdi>
      {userEmail && ` (${userEmail})`}
    </p>
  );
}

/** The message leaves the queue at once, and comes back to it where the call is refused. */
function useVerdict(give: (id: number) => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: HeldMessage) => give(id),
    onMutate: ({ id }) => changeRow<HeldMessage>(client, list, id, () => undefined),
    onSuccess: () => {
      toast({ tone: 'good', title: done });
      void refreshSite(client);
    },
    onError: (error, _, undo) => {
      undo?.();
      toastFailure('Error', error, 'Please try again later.');
    },
  });
}
