import { useInfiniteQuery } from '@tanstack/react-query';
import { useMessageCard } from './message-card.tsx';
import { PendingList } from './pending-list.tsx';
import { pendingContactPages } from './queries.ts';

/** Lists messages to organisers awaiting review. */
export function PendingContacts() {
  const pending = useInfiniteQuery(pendingContactPages());
  const card = useMessageCard('held-contacts');
  return (
    <PendingList
      id="held-contacts"
      title="Messages to organisers"
      hint="A new member sent a link, email address or phone number, or someone sent the same text several times. The organisers won't get these messages until you release them."
      more="Show more messages to organisers"
      list={pending}
      card={(contact) =>
        card(
          contact,
          'To the organisers',
          <>
            <bdi>{contact.userName}</bdi> ({contact.userEmail})
          </>,
        )
      }
    />
  );
}
