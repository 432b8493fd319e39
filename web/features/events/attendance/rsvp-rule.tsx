import { Link } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';

interface RsvpRuleProps {
  event: Event;
  /** Where to come back to with a completed profile. */
  backTo: string;
}

/** Says beside the button what an RSVP still requires; nothing where nothing is missing. */
export function RsvpRule({ event: { rsvpState, rsvped }, backTo }: RsvpRuleProps) {
  const { user } = useUser();
  if (rsvpState === 'sign_in')
    return <p className={look}>You sign up, complete your profile and join the group.</p>;
  const asked =
    rsvpState === 'join_group' || rsvpState === 'waitlist' || (rsvpState === 'open' && !rsvped);
  if (!asked || !user || user.profileCompleted) return null;
  return (
    <p className={look}>
      An RSVP needs a bio and a location:{' '}
      <Link href={withNext(paths.completeProfile, backTo)} className="link">
        complete your profile
      </Link>
    </p>
  );
}

const look = 'mt-2 text-sm text-muted max-sm:mt-1 max-sm:text-xs';
