import type { Event } from '../../../contract/events.ts';
import { useUser } from '../sign-in/use-user.ts';
import { part, whenReached } from '../../platform/router/part.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { LoadingComments } from './loading-comments.tsx';

const Discussion = part(() => import('./discussion.tsx'), <LoadingComments />);

const headingId = 'comments';

/** A sentence and a link. */
const Outside = part(
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
