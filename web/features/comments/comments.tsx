import type { Event } from '../../../contract/events.ts';
import { useUser } from '../sign-in/use-user.ts';
import { lazyPart, whenReached } from '../../platform/router/lazy-part.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { LoadingComments } from './loading-comments.tsx';

const Discussion = lazyPart(() => import('./discussion.tsx'), <LoadingComments />);

const headingId = 'comments';

/** A sentence and a link. */
const Outside = lazyPart(
  () => import('./outside.tsx'),
  undefined,
  whenReached(`[aria-labelledby=${headingId}]`),
);

export function Comments({ event }: { event: Event }) {
  const { user } = useUser();
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} title="Comments" />
      {user && event.can.comment ? (
        <Discussion event={event} />
      ) : (
        <Outside eventId={event.id} groupId={event.groupId} signedIn={user !== undefined} />
      )}
    </section>
  );
}
