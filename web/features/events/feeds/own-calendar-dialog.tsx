import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { CalendarFeed } from '#contract/events/feeds.ts';
import { call } from '#web/platform/data/api.ts';
import { query, refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Opened } from './subscribe-button.tsx';
import { SubscribeWays } from './subscribe-ways.tsx';

/** Makes the address of a member's own calendar, shows it that once, replaces it and ends it. */
export default function OwnCalendarDialog({ open, onOpenChange }: Opened) {
  const site = useSite();
  const { data: feed, isPending, refetch } = useQuery(query('GET /api/user/calendar-feed'));
  const { url, make, end } = useOwnCalendar();
  const [asking, setAsking] = useState<'replace' | 'end'>();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your own calendar"
      description="What you go to, with its venue, and what you wait for, in the calendar that you use anyway."
    >
      {isPending && <Skeleton className="h-11 w-full" />}
      {!isPending && !feed && (
        <Button variant="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {feed && !feed.active && (
        <Button busy={make.isPending} busyLabel="Making it..." onClick={() => make.mutate()}>
          Make an Address
        </Button>
      )}
      {url && feed?.active && <SubscribeWays url={url} name={`My events – ${site.name}`} />}
      {feed?.active && <Standing feed={feed} isShown={url !== undefined} onAsk={setAsking} />}
      <p className="mt-5 text-sm text-muted">
        Whoever has the address can read where you go: keep it to yourself. It is shown this once. A
        new password ends it, and so does signing out everywhere else.
      </p>
      <ConfirmDialog
        open={asking === 'replace'}
        onOpenChange={() => setAsking(undefined)}
        title="Make a new address?"
        description="Calendars that come back for the present one get nothing more. You add the new one there."
        confirmLabel="Make a New Address"
        busyLabel="Making it..."
        busy={make.isPending}
        onConfirm={() => make.mutate(undefined, { onSettled: () => setAsking(undefined) })}
      />
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={() => setAsking(undefined)}
        title="End your calendar’s address?"
        description="Calendars that come back for it get nothing more. Your RSVPs stay as they are."
        confirmLabel="End It"
        busyLabel="Ending..."
        danger
        busy={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setAsking(undefined) })}
      />
    </Dialog>
  );
}

interface StandingProps {
  feed: CalendarFeed;
  /** The address stands above. */
  isShown: boolean;
  onAsk: (what: 'replace' | 'end') => void;
}

const Standing = ({ feed, isShown, onAsk }: StandingProps) => (
  <>
    <p className={isShown ? 'mt-5' : undefined}>
      {!isShown && 'Your calendar has an address, which was shown as it was made. '}
      Made {formatCommentDate(feed.createdAt)},{' '}
      {feed.lastReadAt ? `last read ${formatCommentDate(feed.lastReadAt)}` : 'not read yet'}.
    </p>
    <div className="mt-4 flex flex-wrap gap-3">
      <Button variant="quiet" onClick={() => onAsk('replace')}>
        New Address
      </Button>
      <Button variant="quiet" onClick={() => onAsk('end')}>
        End Address
      </Button>
    </div>
  </>
);

function useOwnCalendar() {
  const client = useQueryClient();
  const [url, setUrl] = useState<string>();
  const settled = {
    onError: (error: Error) => toastFailure('Error', error, 'Please try again later.'),
    onSettled: () => refresh(client, '/api/user/calendar-feed'),
  };
  const make = useMutation({
    ...settled,
    mutationFn: () => call('POST /api/user/calendar-feed'),
    onSuccess: (made) => setUrl(made.url),
  });
  const end = useMutation({
    ...settled,
    mutationFn: () => call('DELETE /api/user/calendar-feed'),
    onSuccess: () => {
      setUrl(undefined);
      toast({ tone: 'good', title: 'Address ended' });
    },
  });
  return { url, make, end };
}
