import { useIfMailed } from '#web/platform/site.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Tells a member that they have muted the group, and which emails they still get. */
export function MutedNotice() {
  const ifMailed = useIfMailed();
  return (
    <Notice className="mb-8" title="You've muted this group">
      You won't get its messages to members.{' '}
      {ifMailed("We'll still email you about events you're going to or on the waiting list for.")}
    </Notice>
  );
}
