import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '#web/ui/badge.tsx';
import { people, toWhom } from '#web/features/events/messages/words.ts';
import { useMessageCard } from './message-card.tsx';
import { PendingList } from './pending-list.tsx';
import { pendingMessagePages } from './queries.ts';

/** Lists messages to members awaiting review. */
export function PendingMessages() {
  const pending = useInfiniteQuery(pendingMessagePages());
  const card = useMessageCard('held-messages');
  return (
    <PendingList
      id="held-messages"
      title="Held messages"
      hint="The same text was sent several times in a week, or a new member sent a link, email address or phone number. We won't send these messages until you release them."
      more="Show more messages"
      list={pending}
      card={(message) => ({
        ...card(
          message,
          toWhom(message),
          <>
            <bdi>{message.userName ?? 'someone who has left'}</bdi>
            {message.userEmail && ` (${message.userEmail})`}
          </>,
        ),
        badge: <Badge>{people(message.recipients)}</Badge>,
      })}
    />
  );
}
