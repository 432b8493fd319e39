import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { CalendarDays, MapPin, User, Users } from '#web/ui/icons.tsx';

/** Loads only for signed-in people. */
const Organisers = lazyPart(() => import('./organisers.tsx'));

/**
 * Shows the group's description and next event, and beside them the facts that people check before
 * joining.
 */
export const GroupAbout = ({ group, next }: { group: Group; next?: ReactNode }) => (
  <div className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:gap-12">
    <div className="min-w-0">
      {next}
      <LinkedText className="wrap-anywhere" text={group.description} />
    </div>
    <aside aria-label="At a glance" className="self-start rounded-card bg-card p-6">
      <DetailsList
        className="sm:max-lg:grid sm:max-lg:auto-cols-fr sm:max-lg:grid-flow-col"
        items={[...atAGlance(group), organisersFact(group), ...safeguardingFact(group)]}
      />
      <div className="mt-4 flex flex-wrap gap-x-6 text-sm empty:hidden">
        {isPublic(group) && (
          <SmallLink href={paths.poster(paths.group(group.id))}>Print a poster</SmallLink>
        )}
        {isPublic(group) && !group.membership?.isOrganizer && (
          <SmallLink href={`/report/group/${group.id}`}>Report this group</SmallLink>
        )}
        {group.can.manageMembers && (
          <SmallLink href={paths.moveGroup(group.id)}>Move your group here</SmallLink>
        )}
        <OwnerLinks group={group} />
      </div>
    </aside>
  </div>
);

const SmallLink = ({ href, children }: { href: string; children: string }) => (
  <Link rel="nofollow" href={href} className="link inline-flex min-h-11 items-center">
    {children}
  </Link>
);

/** The file is the owner's alone. */
function OwnerLinks({ group }: { group: Group }) {
  const { user } = useUser();
  return user && user.id === group.createdById ? (
    <a
      href={`/api/groups/${group.id}/export.json`}
      download
      className="link inline-flex min-h-11 items-center"
    >
      Download this group
    </a>
  ) : null;
}

const organisersFact = (group: Group) => ({
  icon: <User />,
  label: 'Organisers',
  value: <OrganisersFor group={group} />,
});

/** The contact for child safeguarding, for signed-in people. */
const safeguardingFact = ({ safeguardingLead: lead, safeguardingContact: contact }: Group) =>
  lead || contact
    ? [
        {
          icon: <User />,
          label: 'Safeguarding lead',
          value: (
            <span className="wrap-anywhere">
              {lead}
              <span className="block">{contact}</span>
            </span>
          ),
        },
      ]
    : [];

/** Names are shown only to signed-in people. */
function OrganisersFor({ group }: { group: Group }) {
  const { user } = useUser();
  return user ? <Organisers group={group} /> : 'Sign in to see who runs it';
}

const atAGlance = ({ location, joinPolicy, chargeForEvents }: Group) => [
  ...(location ? [{ icon: <MapPin />, label: 'Where', value: location }] : []),
  {
    icon: <Users />,
    label: 'Joining',
    value: joinPolicy === 'approval' ? 'An organiser answers every request' : 'Open to everyone',
  },
  {
    icon: <CalendarDays />,
    label: 'Events',
    value: chargeForEvents === 'paid' ? 'Some cost money' : 'Free to attend',
  },
];
