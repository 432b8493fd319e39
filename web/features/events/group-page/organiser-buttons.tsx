import type { Group } from '#contract/community/groups.ts';
import { messagesPath } from '#web/features/events/events/event-paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EditGroupButton } from '#web/features/community/group-form/edit-group-button.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';

/** Links for organisers. */
export function OrganiserButtons({ group }: { group: Group }) {
  return (
    <>
      {group.can.edit && (isPublic(group) || !group.can.submit) && (
        <EditGroupButton group={group} />
      )}
      {group.can.message && (
        <ButtonLink href={messagesPath(group.id)} variant="outline" label="Messages" />
      )}
    </>
  );
}
