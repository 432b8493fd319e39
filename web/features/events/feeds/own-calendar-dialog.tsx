import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { CalendarFeed } from '#contract/events/feeds.ts';
import { call } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useSite } from '#web/platform/site.tsx';
import { ownEvents } from '#web/features/events/events/my-events-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DialogProps } from './opened.ts';
import { SubscribeWays } from './subscribe-ways.tsx';

/** Creates a member's calendar link, shows it once, and can replace it or turn it off. */
export default function OwnCalendarDialog({ open, onOpenChange }: DialogProps) {
  const site = useSite();
  const { data: feed, isPending, refetch } = useQuery(query('GET /api/user/calendar-feed'));
  const { url, make, end } = useOwnCalendar();
  const [asking, setAsking] = useState<'replace' | 'end'>();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your own calendar"
      description="Events you're going to or on the waiting list for, with their venues, in your own calendar."
    >
      {isPending && <Skeleton className="h-11 w-full" />}
      {!isPending && !feed && (
        <Button variant="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {feed && !feed.active && (
        <Button busy={make.isPending} busyLabel="Creating..." onClick={() => make.mutate()}>
          Create calendar link
        </Button>
      )}
      {url && feed?.active && <NewLink url={url} name={`My events – ${site.name}`} />}
      {feed?.active && <LinkStatus feed={feed} isShown={url !== undefined} onAsk={setAsking} />}
      <p className="mt-5 text-sm text-muted">
        Anyone with this link can see where you're going, so keep it to yourself. We only show it
        once. It stops working if you change your password or sign out everywhere else.
      </p>
      <ConfirmDialog
        open={asking === 'replace'}
        onOpenChange={() => setAsking(undefined)}
        title="Create a new link?"
        description="Calendars that use the current link will stop updating until you add the new one."
        confirmLabel="Create new link"
        busyLabel="Creating..."
        busy={make.isPending}
        onConfirm={() => make.mutate(undefined, { onSettled: () => setAsking(undefined) })}
      />
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={() => setAsking(undefined)}
        title="Turn off your calendar link?"
        description="Calendars that use it will stop updating. Your RSVPs won't change."
        confirmLabel="Turn off"
        busyLabel="Ending..."
        danger
        busy={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setAsking(undefined) })}
      />
    </Dialog>
  );
}

/** Chooses whether the calendar has the events that wait for an answer, for those who are asked. */
function NewLink({ url, name }: { url: string; name: string }) {
  const [asked, setAsked] = useState(false);
  const { data } = useInfiniteQuery(ownEvents('asking'));
  return (
    <>
      {(data?.pages[0]?.items.length ?? 0) > 0 && (
        <div className="mb-5">
          <Checkbox
            label="Show events I haven’t answered yet, marked as maybe"
            checked={asked}
            onChange={() => setAsked(!asked)}
          />
        </div>
      )}
      <SubscribeWays url={asked ? `${url}?asked=true` : url} name={name} />
    </>
  );
}

interface LinkStatusProps {
  feed: CalendarFeed;
  /** True while the new link is shown above. */
  isShown: boolean;
  onAsk: (what: 'replace' | 'end') => void;
}

const LinkStatus = ({ feed, isShown, onAsk }: LinkStatusProps) => (
  <>
    <p className={isShown ? 'mt-5' : undefined}>
      {!isShown && 'Your calendar link is on. We showed it when you created it. '}
      Created {formatCommentDate(feed.createdAt)},{' '}
      {feed.lastReadAt ? `last used ${formatCommentDate(feed.lastReadAt)}` : 'not used yet'}.
    </p>
    <div className="mt-4 flex flex-wrap gap-3">
      <Button variant="quiet" onClick={() => onAsk('replace')}>
        New link
      </Button>
      <Button variant="quiet" onClick={() => onAsk('end')}>
        Turn off link
      </Button>
    </div>
  </>
);

function useOwnCalendar() {
  const [url, setUrl] = useState<string>();
  const handlers = {
    failed: 'Calendar link not changed',
    fallback: 'Please try again later.',
    reload: ['/api/user/calendar-feed'],
  };
  const make = useMutation({
    ...handlers,
    mutationFn: () => call('POST /api/user/calendar-feed'),
    onSuccess: (created) => setUrl(created.url),
  });
  const end = useMutation({
    ...handlers,
    mutationFn: () => call('DELETE /api/user/calendar-feed'),
    onSuccess: () => setUrl(undefined),
    done: 'Calendar link turned off',
  });
  return { url, make, end };
}
