import { Link } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { messagesPath } from '#web/features/events/events/event-paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EditGroupButton } from '#web/features/community/group-form/edit-group-button.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';

/** Links for organisers. */
export function OrganiserButtons({ group }: { group: Group }) {
  return (
    <>
      {group.can.edit && isPublic(group) && <EditGroupButton group={group} />}
      {group.can.message && (
        <Link href={messagesPath(group.id)} className={buttonClass({ variant: 'outline' })}>
          Messages
        </Link>
      )}
    </>
  );
}
