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

/** Messages to organisers that wait for an admin. */
export function PendingContacts() {
  const held = useInfiniteQuery(pendingContactPages());
  const release = useVerdict(
    list,
    (id) => call('POST /api/admin/held-contacts/:id/release', { params: { id } }),
    'Message released',
  );
  const drop = useVerdict(
    list,
    (id) => call('DELETE /api/admin/held-contacts/:id', { params: { id } }),
    'Message dropped',
  );
  return (
    <PendingList
      id="held-contacts"
      title="Messages to organisers"
      hint="A new member wrote a link, an email address or a phone number, or somebody wrote the same several times. The organisers get these messages once you release them."
      more="Show More Messages to Organisers"
      held={held}
      card={(contact) => ({
        came: 'Written',
        words: <Words contact={contact} />,
        author: contact.userName,
        release: {
          label: 'Release',
          name: `Release the message ${contact.subject}`,
          give: () => release.mutate(contact.id),
        },
        drop: {
          label: 'Drop',
          name: `Drop the message ${contact.subject}`,
          give: () => drop.mutate(contact.id),
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
