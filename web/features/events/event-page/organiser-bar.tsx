import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { GuideLinks } from '#web/features/base/guides/guide-link.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import {
  eventMessagesPath,
  copyEventPath,
  editEventPath,
  justCreated,
} from '#web/features/events/events/event-paths.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import HiddenNotice from '#web/features/trust/moderation/hidden-notice.tsx';
import { rsvpsLabel } from '#web/features/events/events/attendee-label.ts';
import { answersInWords } from './answers-words.ts';
import { JustCreated } from './just-created.tsx';
import { isRun } from './use-event.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';

const WaitingList = lazyPart(() => import('#web/features/events/attendance/waiting-list.tsx'));
const AnswersDialog = lazyPart(() => import('#web/features/events/answers/answers-dialog.tsx'));
const CancelDates = lazyPart(() => import('#web/features/events/series/cancel-dates.tsx'));
const CleanupDialog = lazyPart(() => import('#web/features/trust/moderation/purge-dialog.tsx'));

const dangerClass = 'text-danger-ink! enabled-hover:bg-danger-soft!';
const linkClass = buttonClass({ variant: 'outline', size: 'sm' });
const opener = { variant: 'outline', size: 'sm', 'aria-haspopup': 'dialog' } as const;

/** Shown to organisers and admins, and to everyone who sees a hidden event. */
export default function OrganiserBar({ event }: { event: Event }) {
  return (
    <>
      {event.hidden && <HiddenNotice of={hiddenWith(event)} className="mt-8" />}
      {isRun(event) && <Bar event={event} />}
    </>
  );
}

/** The event is also hidden when its group is. */
const hiddenWith = ({ id, groupId }: Event) => [
  { type: 'event' as const, id },
  { type: 'group' as const, id: groupId },
];

/** The organisers' actions. An event that is over or cancelled can still be copied. */
function Bar({ event }: { event: Event }) {
  const { edit: canEdit, copy: canCopy } = event.can;
  const isNew = useHistoryState<unknown>() === justCreated;
  return (
    <>
      {isNew && canEdit && <JustCreated event={event} />}
      <section
        aria-labelledby="organisers"
        className="mt-8 flex flex-wrap items-center gap-2 rounded-card bg-sunken px-3 py-3 sm:px-4"
      >
        <h2
          id="organisers"
          className="mr-auto py-1 font-display max-sm:w-full text-base font-semibold"
        >
          {canEdit || canCopy ? 'For organisers' : 'For admins'}
        </h2>
        {canEdit && (
          <Link href={editEventPath(event.id)} className={linkClass}>
            Edit
          </Link>
        )}
        {canCopy && (
          <Link href={copyEventPath(event)} className={linkClass}>
            {canEdit ? 'Copy' : 'Copy this event'}
          </Link>
        )}
        {event.can.message && (
          <Link href={eventMessagesPath(event)} className={linkClass}>
            Message people
          </Link>
        )}
        {event.can.manageWaitlist && event.capacity !== null && (
          <DialogButton
            {...opener}
            label="Waiting list"
            dialog={(close) => <WaitingList event={event} onClose={close} />}
          />
        )}
        {event.answers && (
          <DialogButton
            {...opener}
            label={answersInWords(event.answers, event)}
            dialog={(close) => <AnswersDialog event={event} onClose={close} />}
          />
        )}
        {canEdit && <CancelEvent event={event} />}
        {event.can.cleanUp && event.createdById && <CleanUp userId={event.createdById} />}
        <NotPublicYet groupId={event.groupId} />
        <div className="w-full">
          <GuideLinks of={['on-the-night', 'when-something-goes-wrong']} />
        </div>
      </section>
    </>
  );
}

/** Events of a group that awaits approval become public with the group. */
function NotPublicYet({ groupId }: { groupId: number }) {
  const { data: group } = useQuery(groupQuery(groupId));
  if (!group || isPublic(group)) return null;
  return (
    <p className="w-full text-sm text-muted">
      Only members can see this event until {group.name} is approved.
    </p>
  );
}

const notificationNote = (event: Event) =>
  event.attendeeCount === 0
    ? "Nobody has signed up yet, so we won't email anyone."
    : `We'll email everyone who is going (${rsvpsLabel(event)}).`;

/**
 * Purges the event's author. The event goes too, so the page moves to their row in the admin panel.
 */
function CleanUp({ userId }: { userId: string }) {
  const [, navigate] = useLocation();
  return (
    <DialogButton
      variant="outline"
      size="sm"
      className={dangerClass}
      label="Clean up spam…"
      dialog={(close) => (
        <CleanupDialog
          userId={userId}
          onClose={close}
          onDone={({ email }) =>
            navigate(`${paths.adminTab('users')}&q=${encodeURIComponent(email)}`)
          }
        />
      )}
    />
  );
}

function CancelEvent({ event }: { event: Event }) {
  const ifMailed = useIfMailed();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => call('DELETE /api/events/:id', { params: { id: event.id } }),
    onSuccess: () => refresh(client, '/api/events', '/api/user/event'),
    done: {
      title: 'Event cancelled',
      ...(event.attendeeCount > 0 && {
        description: ifMailed("We'll email everyone who was going."),
      }),
    },
    onError: (error) => {
      setAsking(false);
      toastFailure('Event not cancelled', error, 'Please try again.');
      void refresh(client, `/api/events/${event.id}`);
    },
  });
  return (
    <>
      <Button variant="outline" size="sm" className={dangerClass} onClick={() => setAsking(true)}>
        Cancel event
      </Button>
      {asking && event.series && (
        <CancelDates event={event} seriesId={event.series.id} onClose={() => setAsking(false)} />
      )}
      {asking && !event.series && (
        <LazyConfirmDialog
          onOpenChange={setAsking}
          title={`Cancel ${event.title}?`}
          description={`${ifMailed(notificationNote(event))} The event page will stay, marked as cancelled. You can't undo this.`}
          confirmLabel="Cancel event"
          cancelLabel="Keep it"
          busyLabel="Cancelling..."
          danger
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </>
  );
}
