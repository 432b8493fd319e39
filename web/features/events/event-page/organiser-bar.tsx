import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Event } from '#contract/events/events.ts';
import { day } from '#contract/platform/durations.ts';
import { doorDaysAfter } from '#contract/platform/limits.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { GuideLinks } from '#web/features/base/guides/guide-link.tsx';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import {
  attendancePath,
  doorPath,
  eventMessagesPath,
  copyEventPath,
  editEventPath,
  justCreated,
} from '#web/features/events/events/event-paths.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import HiddenNotice from '#web/features/trust/moderation/hidden-notice.tsx';
import { answersInWords } from './answers-words.ts';
import { JustCreated } from './just-created.tsx';
import { isRun } from './use-event.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { OpenButton, useClosedReason } from '#web/platform/forms/open-button.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';

const WaitingList = lazyPart(() => import('#web/features/events/attendance/waiting-list.tsx'));
const AnswersDialog = lazyPart(() => import('#web/features/events/answers/answers-dialog.tsx'));
const CancelEvent = lazyPart(() => import('./cancel-event.tsx'));
const CancelDates = lazyPart(() => import('#web/features/events/series/cancel-dates.tsx'));
const PurgeDialog = lazyPart(() => import('#web/features/trust/moderation/purge-dialog.tsx'));

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
          {canEdit || canCopy || event.can.restore || event.can.delete
            ? 'For organisers'
            : 'For admins'}
          {event.came && <Came event={event} came={event.came} />}
        </h2>
        {hasDoor(event) && <DoorLink event={event} />}
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
        {canEdit && <Cancel event={event} />}
        {event.can.cleanUp && event.createdById && <CleanUp userId={event.createdById} />}
        {event.restoreUntil && <PutBack event={event} until={event.restoreUntil} />}
        {event.can.delete && <Delete event={event} />}
        <NotPublicYet groupId={event.groupId} />
        <div className="w-full">
          <GuideLinks of={['on-the-night', 'when-something-goes-wrong']} />
        </div>
      </section>
    </>
  );
}

interface CameProps {
  event: Event;
  came: NonNullable<Event['came']>;
}

const Came = ({ event, came }: CameProps) => (
  <Link href={attendancePath(event.groupId)} className="link ml-3 font-sans font-normal">
    came {came.people} of {event.attendeeCount + event.guestCount}
  </Link>
);

/** Organisers and admins can open the door until the site takes no more arrivals. */
const hasDoor = ({ came, status, endTime }: Event) =>
  came !== undefined &&
  status !== 'cancelled' &&
  Date.parse(endTime) + doorDaysAfter * day > Date.now();

function DoorLink({ event }: { event: Event }) {
  const { data: group } = useQuery(groupQuery(event.groupId));
  if (group?.recordsAttendance === false) return null;
  return (
    <Link href={doorPath(event.id)} className={linkClass}>
      Door
    </Link>
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

/**
 * Purges the event's author. The event goes too, so the page moves to their row in the admin panel.
 */
function CleanUp({ userId }: { userId: string }) {
  const [, navigate] = useLocation();
  const isClosed = useClosedReason()('POST /api/admin/users/:id/cleanup') !== undefined;
  if (isClosed)
    return (
      <OpenButton call="POST /api/admin/users/:id/cleanup" variant="outline" size="sm">
        Clean up spam…
      </OpenButton>
    );
  return (
    <DialogButton
      variant="outline"
      size="sm"
      className={dangerClass}
      label="Clean up spam…"
      dialog={(close) => (
        <PurgeDialog
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

function Cancel({ event }: { event: Event }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="outline" size="sm" className={dangerClass} onClick={() => setAsking(true)}>
        Cancel event
      </Button>
      {asking && event.series && (
        <CancelDates event={event} seriesId={event.series.id} onClose={close} />
      )}
      {asking && !event.series && <CancelEvent event={event} onClose={close} />}
    </>
  );
}

function PutBack({ event, until }: { event: Event; until: string }) {
  const ifMailed = useIfMailed();
  const putBack = useMutation({
    mutationFn: () => call('POST /api/events/:id/restore', { params: { id: event.id } }),
    reload: ['/api/events', '/api/series/', '/api/user/event'],
    done: {
      title: 'Event put back',
      description: ifMailed("Everyone we've told that it was cancelled will get an email."),
    },
    failed: 'Event not put back',
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        busy={putBack.isPending}
        busyLabel="Putting back..."
        onClick={() => putBack.mutate()}
      >
        Put back
      </Button>
      <p className="w-full text-sm text-muted">
        You can put this event back until {formatMoment(until)}.
      </p>
    </>
  );
}

/** Deletes an event that is over and that nobody answered. The page moves to the group. */
function Delete({ event }: { event: Event }) {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/events/:id', { params: { id: event.id }, body: {} }),
    onSuccess: () => {
      navigate(paths.group(event.groupId));
      return refresh(client, '/api/events/group/', '/api/series/', '/api/user/event');
    },
    done: 'Event deleted successfully',
    failed: 'Event not deleted',
  });
  return (
    <>
      <Button variant="outline" size="sm" className={dangerClass} onClick={() => setAsking(true)}>
        Delete event
      </Button>
      {asking && (
        <LazyConfirmDialog
          onOpenChange={setAsking}
          title={`Delete ${event.title}?`}
          description="It is over, and nobody answered. You can't undo this."
          confirmLabel="Delete event"
          cancelLabel="Keep it"
          busyLabel="Deleting..."
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  );
}
