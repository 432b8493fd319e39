import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { countPeople, toWhom } from '#web/features/events/messages/words.ts';
import { pages } from '#web/platform/data/queries.ts';
import { rowLink } from '#web/platform/lists/admin-list.tsx';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PendingList } from './pending-list.tsx';

const first = { query: { limit: 10 } };

/** The texts that await review, of each kind those that wait longest first. */
export const pendingReads = () =>
  [
    pages('GET /api/admin/held-comments', first),
    pages('GET /api/admin/held-messages', first),
    pages('GET /api/admin/held-contacts', first),
  ] as const;

/** Lists comments and messages awaiting review. */
export function PendingReview() {
  const [comments, messages, contacts] = pendingReads();
  const messageWords = { released: 'Message released', dropped: 'Message deleted' };
  return (
    <>
      <PendingList
        kind="held-comments"
        id="held"
        title="Waiting for review"
        hint="The same text was posted several times in a week, or a new member posted a link, email address or phone number. Only its author and the group’s organisers can see a comment until one of you releases it."
        more="Show more"
        released="Comment released"
        dropped="Comment deleted successfully"
        list={useInfiniteQuery(comments)}
        card={({ content, userName, userEmail, eventId, eventTitle }) => ({
          verb: 'Posted',
          words: (
            <>
              <Text className="mt-3">{content}</Text>
              <p className="mt-3 text-sm wrap-anywhere text-muted">
                By <bdi>{userName}</bdi> ({userEmail}) under{' '}
                <Link href={paths.event(eventId)} className={rowLink}>
                  <bdi>{eventTitle}</bdi>
                </Link>
              </p>
            </>
          ),
          author: userName,
          release: `Release the comment by ${userName}`,
          drop: `Delete the waiting comment by ${userName}`,
        })}
      />
      <PendingList
        kind="held-messages"
        id="held-messages"
        title="Messages to members"
        hint="The same text was sent several times in a week, or a new member sent a link, email address or phone number. We won't send these messages until you release them."
        more="Show more messages"
        {...messageWords}
        list={useInfiniteQuery(messages)}
        card={(message) => ({
          ...cardOf(message, toWhom(message)),
          badge: <Badge>{countPeople(message.recipients)}</Badge>,
        })}
      />
      <PendingList
        kind="held-contacts"
        id="held-contacts"
        title="Messages to organisers"
        hint="A new member sent a link, email address or phone number, or someone sent the same text several times. The organisers won't get these messages until you release them."
        more="Show more messages to organisers"
        {...messageWords}
        list={useInfiniteQuery(contacts)}
        card={(contact) => cardOf(contact, 'To the organisers')}
      />
    </>
  );
}

interface Message {
  subject: string;
  text: string;
  groupId: number;
  groupName: string;
  userName: string | null;
  userEmail: string | null;
}

/** The card of a message, to members or organisers. */
const cardOf = (message: Message, to: string) => ({
  verb: 'Sent',
  words: (
    <>
      <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
        {message.subject}
      </h3>
      <Text className="mt-1">{message.text}</Text>
      <p className="mt-3 text-sm wrap-anywhere text-muted">
        {to} of{' '}
        <Link href={paths.group(message.groupId)} className={rowLink}>
          <bdi>{message.groupName}</bdi>
        </Link>
        , by <bdi>{message.userName ?? 'someone who has left'}</bdi>
        {message.userEmail && ` (${message.userEmail})`}
      </p>
    </>
  ),
  author: message.userName,
  release: `Release the message ${message.subject}`,
  drop: `Delete the message ${message.subject}`,
});

const Text = ({ className, children }: { className: string; children: ReactNode }) => (
  <p
    dir="auto"
    className={cx(className, 'line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere')}
  >
    {children}
  </p>
);
