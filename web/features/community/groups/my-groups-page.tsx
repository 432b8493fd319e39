import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { GroupCard as GroupData } from '#contract/community/groups.ts';
import { pageSizes } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import WaitingForYou from '#web/features/community/membership/waiting-for-you.tsx';
import { OwnHidden } from '#web/features/trust/moderation/own-hidden.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cardGridFour } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { CardSkeleton } from '#web/ui/card-skeleton.tsx';
import { OwnGroupCard } from './own-group-card.tsx';
import { hiddenGroups, myGroups } from './queries.ts';
import { RoomForMore } from './room-for-more.tsx';
import { leftGroup } from '#contract/community/form-words.ts';
import { formatDay } from '#contract/platform/dates.ts';
import type { HiddenGroup } from '#contract/community/membership.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { refreshGroup } from '#web/features/community/membership/use-membership.ts';
import { DialogButton } from '#web/ui/dialog-button.tsx';

const roleSections: { title: string; includes: (group: GroupData) => boolean }[] = [
  { title: 'Groups you organise', includes: (group) => group.membership?.isOrganizer === true },
  {
    title: 'Groups you belong to',
    includes: (group) => group.membership?.status === 'approved' && !group.membership.isOrganizer,
  },
  { title: 'Waiting for approval', includes: (group) => group.membership?.status === 'pending' },
];

export default function MyGroupsPage() {
  const { data: groups, isPending } = useQuery(myGroups());
  const { data: hidden = [] } = useQuery(hiddenGroups());
  const sections = roleSections
    .map(({ title, includes }) => ({ title, groups: groups?.filter(includes) ?? [] }))
    .filter((section) => section.groups.length > 0);
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        title="My Groups"
        lead="The groups you organise and the groups you belong to."
        actions={<ButtonLink href={paths.createGroup} variant="outline" label="Start a Group" />}
      />
      <OwnHidden type="group" />
      <WaitingForYou className="mb-8" />
      {isPending && <Loading />}
      {groups?.length === 0 && hidden.length === 0 && <NoGroups />}
      {sections.map(({ title, groups: ownGroups }, index) => (
        <Section
          key={title}
          title={title}
          groups={ownGroups}
          last={index === sections.length - 1}
        />
      ))}
      <HiddenGroups groups={hidden} />
    </>
  );
}

interface SectionProps {
  title: string;
  groups: GroupData[];
  last: boolean;
}

function Section({ title, groups, last }: SectionProps) {
  return (
    <section className="mb-12">
      <SectionHeading title={title} />
      <ul className={cardGridFour}>
        {groups.map((group) => (
          <li key={group.id} className="grid grid-cols-1">
            <OwnGroupCard group={group} />
          </li>
        ))}
        {last && <RoomForMore count={groups.length} columns={4} />}
      </ul>
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading your groups" className={cardGridFour}>
    {Array.from({ length: pageSizes.profileGroups }, (_, index) => (
      <CardSkeleton key={index} kind="group" />
    ))}
  </div>
);

const NoGroups = () => (
  <EmptyState
    title="You're not in any groups yet"
    hint="Find people near you who like what you like, or start the group you've been looking for."
    actions={<ButtonLink href={paths.groups} label="Discover Groups" />}
  />
);

/** Lists the member's groups that admins have hidden, with a button to leave each. */
const HiddenGroups = ({ groups }: { groups: HiddenGroup[] }) =>
  groups.length > 0 && (
    <section className="mb-12">
      <SectionHeading title="Hidden by the admins" />
      <p className="mb-4 max-w-prose text-pretty text-muted">
        You belong to these groups, but you can't see them while they're hidden. You can leave them.
      </p>
      <ul className="flex max-w-2xl flex-col gap-3">
        {groups.map((group) => (
          <Hidden key={group.id} group={group} />
        ))}
      </ul>
    </section>
  );

function Hidden({ group }: { group: HiddenGroup }) {
  const leave = useLeaving(group);
  const since = formatDay(group.since);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-card px-5 py-4">
      <span className="font-semibold">A group you've been in since {since}</span>
      <DialogButton
        variant="quiet"
        aria-label={`Leave Group: the one you've been in since ${since}`}
        busy={leave.isPending}
        busyLabel="Leaving..."
        label="Leave Group"
        dialog={(close) => (
          <LazyConfirmDialog
            onOpenChange={close}
            title="Leave this group?"
            description={`You've been in it since ${since}. If you leave, you won't be a member when it's shown again.`}
            confirmLabel="Leave Group"
            cancelLabel="Stay"
            danger
            onConfirm={() => {
              close();
              leave.mutate();
            }}
          />
        )}
      />
    </li>
  );
}

function useLeaving({ id }: HiddenGroup) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/members', { params: { id } }),
    done: leftGroup,
    failed: 'Error',
    fallback: 'Failed to leave group. Please try again.',
    onSettled: () => refreshGroup(client, id),
  });
}
