import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { rowLink } from '#web/platform/lists/admin-list.tsx';
import type { PendingCard } from './pending-list.tsx';
import { useVerdict } from './use-verdict.ts';

interface PendingText {
  id: number;
  subject: string;
  text: string;
  groupId: number;
  groupName: string;
  userName: string | null;
}

/** Returns the card of a message, to members or organisers, with its two verdicts. */
export function useMessageCard(list: 'held-messages' | 'held-contacts') {
  const release = useVerdict(
    `/api/admin/${list}`,
    (id) => call(`POST /api/admin/${list}/:id/release`, { params: { id } }),
    'Message released',
  );
  const drop = useVerdict(
    `/api/admin/${list}`,
    (id) => call(`DELETE /api/admin/${list}/:id`, { params: { id } }),
    'Message deleted',
  );
  return ({ id, ...message }: PendingText, to: string, from: ReactNode): PendingCard => ({
    verb: 'Sent',
    words: <Words message={message} to={to} from={from} />,
    author: message.userName,
    release: {
      label: 'Release',
      name: `Release the message ${message.subject}`,
      onPress: () => release.mutate(id),
    },
    drop: {
      label: 'Delete',
      name: `Delete the message ${message.subject}`,
      onPress: () => drop.mutate(id),
    },
  });
}

interface WordsProps {
  message: Omit<PendingText, 'id'>;
  to: string;
  from: ReactNode;
}

const Words = ({ message: { subject, text, groupId, groupName }, to, from }: WordsProps) => (
  <>
    <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
      {subject}
    </h3>
    <p dir="auto" className="mt-1 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">
      {text}
    </p>
    <p className="mt-3 text-sm wrap-anywhere text-muted">
      {to} of{' '}
      <Link href={paths.group(groupId)} className={rowLink}>
        <bdi>{groupName}</bdi>
      </Link>
      , by {from}
    </p>
  </>
);
