import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { rsvpWords } from '#contract/events/form-words.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useInvitation, refreshGroup } from '#web/features/community/membership/use-membership.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { RsvpRule } from './rsvp-rule.tsx';
import { refreshRsvp } from './use-rsvp.ts';

interface JoinAndAttendProps {
  event: Event;
  /** Called when the viewer has joined but can't attend yet. */
  onJoined: () => void;
}

/**
 * Joins the group and attends the event with one press, or waits for a place where it is full, for
 * people sent here by the event.
 */
export default function JoinAndAttend({ event, onJoined }: JoinAndAttendProps) {
  const join = useJoinAndAttend(event, onJoined);
  const label = isFull(event) ? 'Join and wait for a place' : 'Join and attend';
  return (
    <section
      aria-labelledby="join-and-attend"
      className="col-span-full flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-accent-soft px-4 py-4 text-ink forced-colors:border"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="join-and-attend" dir="auto" className="text-lg wrap-anywhere">
          {event.title}
        </h2>
        <time dateTime={event.startTime} className="text-sm">
          {formatMoment(event.startTime)}
        </time>
      </div>
      <div className="max-sm:w-full">
        <Button
          block
          busy={join.isPending}
          busyLabel="Joining..."
          aria-label={join.isPending ? undefined : `${label}: ${event.title}`}
          onClick={() => join.mutate()}
        >
          {label}
        </Button>
      </div>
      <RsvpRule event={event} backTo={paths.groupToAttend(event.groupId, event.id)} />
    </section>
  );
}

const isFull = ({ placesLeft }: Event) => placesLeft === 0;

type Outcome = 'going' | 'waiting' | 'joined' | 'requested';

/**
 * Joins the group, attends the event and returns to its page. If refused, the page shows the next
 * step.
 */
function useJoinAndAttend(event: Event, onJoined: () => void) {
  const client = useQueryClient();
  const { user } = useUser();
  const [, navigate] = useLocation();
  const { group } = event;
  const query = useInvitation();
  const join = async (): Promise<Outcome> => {
    const { status } = await call('POST /api/groups/:id/members', {
      params: { id: group.id },
      query,
    });
    if (status !== 'approved') return 'requested';
    if (!user?.profileCompleted) return 'joined';
    try {
      if (isFull(event)) {
        await call('PUT /api/events/:id/waitlist', { params: { id: event.id }, body: {} });
        return 'waiting';
      }
      await call('POST /api/events/:id/rsvps', {
        params: { id: event.id },
        body: { status: 'going' },
      });
      return 'going';
    } catch (error) {
      toastFailure(rsvpWords.failed, error, 'Please try again later.');
      return 'joined';
    }
  };
  return useMutation({
    mutationFn: join,
    onSuccess: async (outcome) => {
      if (outcome !== 'going' && outcome !== 'waiting') return onJoined();
      // The event page must show the place at once.
      await refreshRsvp(client, event.id);
      navigate(paths.event(event.id));
      toast({
        title: outcome === 'going' ? 'RSVP confirmed' : "You're on the waiting list",
        description: `You've joined ${group.name}! Welcome to the group.`,
        tone: 'good',
      });
    },
    onSettled: () => refreshGroup(client, group.id),
    failed: 'Error',
    fallback: 'Failed to join group. Please try again.',
  });
}
