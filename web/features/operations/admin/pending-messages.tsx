import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { PendingMessage } from '#contract/events/pending-review.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { people, toWhom } from '#web/features/events/messages/words.ts';
import { rowLink } from '#web/platform/lists/admin-list.tsx';
import { PendingList } from './pending-list.tsx';
import { pendingMessagePages } from './queries.ts';
import { useVerdict } from './use-verdict.ts';

const list = '/api/admin/held-messages';

/** Lists messages to members awaiting review. */
export function PendingMessages() {
  const pending = useInfiniteQuery(pendingMessagePages());
  const release = useVerdict(
    list,
    (id) => call('POST /api/admin/held-messages/:id/release', { params: { id } }),
    'Message released',
  );
  const drop = useVerdict(
    list,
    (id) => call('DELETE /api/admin/held-messages/:id', { params: { id } }),
    'Message deleted',
  );
  return (
    <PendingList
      id="held-messages"
      title="Held messages"
      hint="The same text was sent several times in a week, or a new member sent a link, email address or phone number. We won't send these messages until you release them."
      more="Show more messages"
      list={pending}
      card={(message) => ({
        verb: 'Sent',
        badge: <Badge>{people(message.recipients)}</Badge>,
        words: <Words message={message} />,
        author: message.userName,
        release: {
          label: 'Release',
          name: `Release the message ${message.subject}`,
          onPress: () => release.mutate(message.id),
        },
        drop: {
          label: 'Delete',
          name: `Delete the message ${message.subject}`,
          onPress: () => drop.mutate(message.id),
        },
      })}
    />
  );
}

function Words({ message }: { message: PendingMessage }) {
  const { subject, text, userName, userEmail, groupId, groupName } = message;
  return (
    <>
      <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
        {subject}
      </h3>
      <p dir="auto" className="mt-1 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <p className="mt-3 text-sm wrap-anywhere text-muted">
        {toWhom(message)} of{' '}
        <Link href={paths.group(groupId)} className={rowLink}>
          <bdi>{groupName}</bdi>
        </Link>
        , by <bdi>{userName ?? 'someone who has left'}</bdi>
        {userEmail && ` (${userEmail})`}
      </p>
    </>
  );
}
