import { Notice } from '#web/ui/notice.tsx';

/** That a member has muted the group, and what comes all the same. */
export default function MutedNotice() {
  return (
    <Notice className="mb-8" title="You have muted this group">
      Messages to its members don’t reach you. News of events you are going to or waiting for comes
      all the same.
    </Notice>
  );
}
