import { Link } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';

interface RsvpRuleProps {
  event: Event;
  /** The path to return to once the profile is complete. */
  backTo: string;
}

/** Tells the viewer what they still need before they can RSVP, if anything. */
export function RsvpRule({ event: { rsvpState, rsvped }, backTo }: RsvpRuleProps) {
  const { user } = useUser();
  if (rsvpState === 'sign_in')
    return <p className={ruleClass}>You'll sign up, complete your profile and join the group.</p>;
  const needsProfile =
    rsvpState === 'join_group' || rsvpState === 'waitlist' || (rsvpState === 'open' && !rsvped);
  if (!needsProfile || !user || user.profileCompleted) return null;
  return (
    <p className={ruleClass}>
      To RSVP, you need a bio and a location:{' '}
      <Link href={withNext(paths.completeProfile, backTo)} className="link">
        complete your profile
      </Link>
    </p>
  );
}

const ruleClass = 'mt-2 text-sm text-muted max-sm:mt-1 max-sm:text-xs';
