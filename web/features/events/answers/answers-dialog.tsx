import { useIfMailed } from '#web/platform/site.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberAnswer } from '#contract/events/answers.ts';
import type { Event } from '#contract/events/events.ts';
import { People, PhoneLink } from '#web/features/events/household/people.tsx';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { pageSizes } from '#contract/platform/limits.ts';
import { pages } from '#web/platform/data/queries.ts';

const stateTabs = [
  { state: 'none', label: 'Haven’t said', nobody: 'Everybody has said.' },
  { state: 'cant', label: 'Can’t come', nobody: 'Nobody has said that they can’t come.' },
  { state: 'going', label: 'Coming', nobody: 'Nobody is coming yet.' },
] as const;

/** The members who have said so, or who haven't. */
const answerPages = (eventId: number, state: 'going' | 'cant' | 'none') =>
  pages('GET /api/events/:id/answers', {
    params: { id: String(eventId) },
    query: { state, limit: pageSizes.attendees },
  });

/** Lists who comes, who can't and who hasn't said, for organisers. */
export default function AnswersDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const [shown, setShown] = useState<(typeof stateTabs)[number]>(stateTabs[0]);
  const list = useInfiniteQuery({
    ...answerPages(event.id, shown.state),
    // Organisers write to people by this list, so it must be current.
    refetchOnMount: 'always',
  });
  const people = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog onOpenChange={onClose} title="Answers" description={event.title}>
      <div role="group" aria-label="Show" className="mb-4 flex flex-wrap gap-2">
        {stateTabs.map((each) => (
          <Button
            key={each.state}
            size="sm"
            variant={each.state === shown.state ? 'primary' : 'outline'}
            aria-pressed={each.state === shown.state}
            onClick={() => setShown(each)}
          >
            {each.label} {event.answers?.[each.state]}
          </Button>
        ))}
      </div>
      {shown.state === 'none' && people.length > 0 && <AskAgain eventId={event.id} />}
      {list.isPending && <Skeleton className="h-11" />}
      {list.isError && !list.data && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      <ul className="flex flex-col gap-3">
        {people.map((person) => (
          <Row key={person.userId} person={person} />
        ))}
      </ul>
      {list.data && people.length === 0 && <p className="text-muted">{shown.nobody}</p>}
      <MoreOf list={list} className="mt-6" label="Show more people" />
    </Dialog>
  );
}

/** Asks the members who haven't said, by email. */
function AskAgain({ eventId }: { eventId: number }) {
  const ifMailed = useIfMailed();
  const ask = useMutation({
    mutationFn: () => call('POST /api/events/:id/ask', { params: { id: eventId } }),
    done: ({ asked, sendAt }) => ({
      title: asked === 1 ? 'One member is asked' : `${asked} members are asked`,
      description: ifMailed(
        sendAt ? 'Nobody is asked at night: the emails go out at 8:00 AM.' : '',
        'The emails are kept, and go once this site can send email.',
      ),
    }),
    failed: 'Nobody was asked',
  });
  return (
    <Button
      variant="quiet"
      className="mb-4"
      busy={ask.isPending}
      busyLabel="Asking..."
      onClick={() => ask.mutate()}
    >
      Ask again
    </Button>
  );
}

const Row = ({ person: { userId, firstName, note, who, phone } }: { person: MemberAnswer }) => (
  <li>
    <MemberName person={{ userId, firstName, profileImageUrl: null }} className="font-semibold" />
    {note && (
      <p dir="auto" className="wrap-anywhere text-muted">
        {note}
      </p>
    )}
    {(who.length > 1 || who.some((each) => each.firstName !== firstName)) && <People who={who} />}
    {phone && <PhoneLink phone={phone} />}
  </li>
);
