import { Link } from 'wouter';
import type { Group } from '../../../contract/groups.ts';
import { messagesPath } from '../messages/message-paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EditGroupButton } from '../group-form/edit-group-button.tsx';
import { isPublic } from '../groups/is-public.ts';

/** For those who look after the group. */
export default function OrganiserButtons({ group }: { group: Group }) {
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
