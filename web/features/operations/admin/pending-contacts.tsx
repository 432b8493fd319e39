import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { PendingContact } from '#contract/events/contact.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { rowLink } from '#web/platform/lists/admin-list.tsx';
import { PendingList } from './pending-list.tsx';
import { pendingContactPages } from './queries.ts';
import { useVerdict } from './use-verdict.ts';

const list = '/api/admin/held-contacts';

/** Lists messages to organisers awaiting review. */
export function PendingContacts() {
  const pending = useInfiniteQuery(pendingContactPages());
  const release = useVerdict(
    list,
    (id) => call('POST /api/admin/held-contacts/:id/release', { params: { id } }),
    'Message released',
  );
  const drop = useVerdict(
    list,
    (id) => call('DELETE /api/admin/held-contacts/:id', { params: { id } }),
    'Message deleted',
  );
  return (
    <PendingList
      id="held-contacts"
      title="Messages to organisers"
      hint="A new member sent a link, email address or phone number, or someone sent the same text several times. The organisers won't get these messages until you release them."
      more="Show more messages to organisers"
      list={pending}
      card={(contact) => ({
        verb: 'Sent',
        words: <Words contact={contact} />,
        author: contact.userName,
        release: {
          label: 'Release',
          name: `Release the message ${contact.subject}`,
          onPress: () => release.mutate(contact.id),
        },
        drop: {
          label: 'Delete',
          name: `Delete the message ${contact.subject}`,
          onPress: () => drop.mutate(contact.id),
        },
      })}
    />
  );
}

function Words({ contact }: { contact: PendingContact }) {
  const { subject, text, userName, userEmail, groupId, groupName } = contact;
  return (
    <>
      <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
        {subject}
      </h3>
      <p dir="auto" className="mt-1 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <p className="mt-3 text-sm wrap-anywhere text-muted">
        To the organisers of{' '}
        <Link href={paths.group(groupId)} className={rowLink}>
          <bdi>{groupName}</bdi>
        </Link>
        , by <bdi>{userName}</bdi> ({userEmail})
      </p>
    </>
  );
}
