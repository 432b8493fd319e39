import type { Group } from '#contract/community/groups.ts';
import { LeaveButton } from './leave-button.tsx';
import { MuteButton } from './mute-button.tsx';

/** The buttons for members, and for people who have asked to join. */
export default function MemberButtons({ group }: { group: Group }) {
  return (
    <>
      {group.joinState === 'member' && <MuteButton group={group} />}
      <LeaveButton group={group} />
    </>
  );
}
