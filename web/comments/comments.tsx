import { Link } from 'wouter';
import type { Event } from '../../contract/events.ts';
import { paths, signIn } from '../../contract/paths.ts';
import { useUser } from '../accounts/use-user.ts';
import { part } from '../part.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { LoadingComments } from './loading-comments.tsx';

const Discussion = part(() => import('./discussion.tsx'), <LoadingComments />);

export function Comments({ event }: { event: Event }) {
  const { user } = useUser();
  return (
    <section aria-labelledby="comments">
      <SectionHeading id="comments" title="Comments" />
      {!user && <SignedOut event={event} />}
      {user && !event.can.comment && <NotAMember event={event} />}
      {user && event.can.comment && <Discussion event={event} />}
    </section>
  );
}

const SignedOut = ({ event }: { event: Event }) => (
  <EmptyState
    as="h3"
    className="rounded-card bg-sunken"
    title="Join the conversation"
    hint="Sign in to view comments and participate in the discussion"
    actions={
      <Link href={signIn(paths.event(event.id))} className={buttonClass()}>
        Sign in
      </Link>
    }
  />
);

const NotAMember = ({ event }: { event: Event }) => (
  <EmptyState
    as="h3"
    className="rounded-card bg-sunken"
    title="You need to join the group to comment"
    actions={
      <Link href={paths.group(event.groupId)} className={buttonClass()}>
        Join Group
      </Link>
    }
  />
);
