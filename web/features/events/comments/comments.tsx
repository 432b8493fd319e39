import type { Event } from '#contract/events/events.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { firstInteraction } from '#web/platform/router/first-interaction.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { LoadingComments } from './loading-comments.tsx';

const Discussion = lazyPart(() => import('./discussion.tsx'), <LoadingComments />);
/** The server renders this part, so its link works before the script loads. */
const MembersOnly = lazyPart(() => import('./members-only.tsx'), undefined, firstInteraction);

const headingId = 'comments';

interface CommentsProps {
  event: Event;
  /** True until the viewer's abilities have loaded. */
  inPart: boolean;
}

export function Comments({ event, inPart }: CommentsProps) {
  const { user } = useUser();
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} title="Comments" />
      {inPart && <LoadingComments />}
      {!inPart && event.can.comment && <Discussion event={event} />}
      {!inPart && !event.can.comment && (
        <MembersOnly eventId={event.id} groupId={event.groupId} signedIn={user !== undefined} />
      )}
    </section>
  );
}
