import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import type { MemberProfile } from '#contract/community/profiles.ts';
import { paths } from '#contract/platform/paths.ts';
import { isNotFound, query } from '#web/platform/data/queries.ts';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MapPin, Users } from '#web/ui/icons.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { publicLocation } from '#web/features/base/accounts/location.ts';
import BlockMember from '#web/features/trust/blocks/block-member.tsx';
import { ReportLink } from '#web/features/trust/moderation/report-link.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import type { Person } from '#web/features/base/accounts/person.ts';

interface MemberProfileDialogProps {
  person: Person;
  onClose: () => void;
}

/**
 * Shows a member's profile to another member. What the list knows shows at once, the rest once
 * loaded.
 */
export default function MemberProfileDialog({ person, onClose }: MemberProfileDialogProps) {
  const { data: profile, error, refetch } = useQuery(memberProfileQuery(person.userId));
  return (
    <Dialog onOpenChange={onClose} title={<span dir="auto">{person.firstName}</span>}>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-5">
        <Avatar
          name={person.firstName}
          imageUrl={profile?.profileImageUrl ?? person.profileImageUrl}
          seed={person.userId}
          size="xl"
        />
        <div className="flex min-w-0 flex-col gap-2 text-muted">
          {profile && <Facts profile={profile} />}
        </div>
        <div className="col-span-2 min-w-0">
          {profile && <About profile={profile} />}
          {!profile && !error && <SkeletonText lines={3} />}
          {error && isNotFound(error) && <NotShared name={person.firstName} />}
          {error && !isNotFound(error) && <Failed onRetry={() => void refetch()} />}
        </div>
      </div>
      <ReportAndBlock person={person} onBlocked={onClose} />
    </Dialog>
  );
}

/** Links to report or block the member. */
function ReportAndBlock({ person, onBlocked }: { person: Person; onBlocked: () => void }) {
  const { user } = useUser();
  const here = [useLocation()[0], useSearch()].filter(Boolean).join('?');
  if (!user || user.id === person.userId) return null;
  return (
    <div className="mt-6 -mb-2 -ml-3 flex flex-wrap gap-x-2">
      <ReportLink type="user" id={person.userId} next={here} label={`Report ${person.firstName}`}>
        Report
      </ReportLink>
      <BlockMember person={person} onBlocked={onBlocked} />
    </div>
  );
}

const Facts = ({ profile }: { profile: MemberProfile }) => (
  <>
    {profile.location && (
      <p className="flex items-start gap-2">
        <MapPin className="mt-0.5 size-5 text-accent-ink" />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {publicLocation(profile.location)}
        </span>
      </p>
    )}
    <p className="flex items-start gap-2">
      <Users className="mt-0.5 size-5 text-accent-ink" />
      {sharedLabel(profile.groups.length)}
    </p>
  </>
);

const sharedLabel = (count: number) => {
  if (count === 0) return 'No groups in common';
  return count === 1 ? '1 group with you' : `${count} groups with you`;
};

const About = ({ profile }: { profile: MemberProfile }) => (
  <>
    {profile.bio ? (
      <LinkedText className="wrap-anywhere" text={profile.bio} />
    ) : (
      <p className="text-muted">{profile.firstName} hasn't written anything here yet.</p>
    )}
    {profile.groups.length > 0 && (
      <section aria-labelledby="groups-shared" className="mt-6">
        <h3 id="groups-shared" className="font-display text-lg font-bold">
          Groups you share
        </h3>
        <ul className="mt-1">
          {profile.groups.map(({ id, name }) => (
            <li key={id}>
              <Link
                href={paths.group(id)}
                className="link inline-flex min-h-9 items-center wrap-anywhere"
              >
                <span dir="auto">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

const NotShared = ({ name }: { name: string }) => (
  <p className="text-muted">
    You can see more if you share a group with {name} or see them at an event.
  </p>
);

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-col items-start gap-3">
    <p>We can't show this profile right now.</p>
    <Button variant="outline" size="sm" onClick={onRetry}>
      Try again
    </Button>
  </div>
);

const memberProfileQuery = (userId: string) =>
  query('GET /api/users/:id/card', { params: { id: userId } });
