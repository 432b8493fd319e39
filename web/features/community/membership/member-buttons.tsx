import type { Group } from '#contract/community/groups.ts';
import { LeaveButton } from './leave-button.tsx';
import { MuteButton } from './mute-button.tsx';

/** For those who are in the group, or ask to be. */
export default function MemberButtons({ group }: { group: Group }) {
  return (
    <>
      {group.joinState === 'member' && <MuteButton group={group} />}
      <LeaveButton group={group} />
    </>
  );
}
