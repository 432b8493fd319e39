import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Child } from '#contract/events/household.ts';
import { maxChildren } from '#contract/platform/limits.ts';
import { call } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { shareLink } from '#web/platform/share/share-link.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';

const ChildDialog = lazyPart(() => import('./child-dialog.tsx'));

/** Lists the children whom the member answers for, with what can be done about each. */
export function HouseholdSection() {
  const { data: household, isPending, refetch } = useQuery(query('GET /api/user/household'));
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      id="household"
      title="Your household"
      lead="Children you answer for at events, by first name alone. Another adult can answer for them too."
    >
      {isPending && (
        <div role="status" aria-label="Loading your household">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {!isPending && !household && (
        <Unavailable what="Your household" onRetry={() => void refetch()} />
      )}
      {household?.length === 0 && <p>Nobody yet. Add a child to RSVP for them.</p>}
      <ul className="ruled flex flex-col">
        {household?.map((child) => (
          <Row key={child.id} child={child} />
        ))}
      </ul>
      {household && household.length < maxChildren && (
        <Button variant="outline" className="mt-4" onClick={() => setAdding(true)}>
          Add a child
        </Button>
      )}
      {isAdding && <ChildDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function Row({ child }: { child: Child }) {
  const { firstName, note, otherAdult } = child;
  const [open, setOpen] = useState<'change' | 'remove' | 'adult'>();
  const close = () => setOpen(undefined);
  const invite = useInvite(child);
  const remove = useRemoval(child, close);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 grow basis-52">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {firstName}
        </p>
        {note && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {note}
          </p>
        )}
        <p className="text-sm text-muted">
          {otherAdult ? `${otherAdult.firstName} answers too` : `Only you answer for ${firstName}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2" role="group" aria-label={firstName}>
        <Button variant="quiet" size="sm" onClick={() => setOpen('change')}>
          Change
        </Button>
        {!otherAdult && (
          <Button
            variant="quiet"
            size="sm"
            busy={invite.isPending}
            busyLabel="Making a link..."
            onClick={() => invite.mutate()}
          >
            Invite another adult
          </Button>
        )}
        {otherAdult?.removable && (
          <Button variant="quiet" size="sm" onClick={() => setOpen('adult')}>
            Remove {otherAdult.firstName}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={() => setOpen('remove')}>
          Remove
        </Button>
      </div>
      {open === 'change' && <ChildDialog child={child} onClose={close} />}
      {(open === 'remove' || open === 'adult') && (
        <LazyConfirmDialog
          onOpenChange={close}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(open === 'adult' ? otherAdult?.userId : undefined)}
          {...(open === 'adult'
            ? {
                title: `Remove ${otherAdult?.firstName}?`,
                description: `They no longer answer for ${firstName}, and what they have said for ${firstName} is taken back.`,
                confirmLabel: 'Remove',
              }
            : {
                title: `Remove ${firstName}?`,
                description: otherAdult
                  ? `What you have said for ${firstName} is taken back. ${otherAdult.firstName} still answers for them.`
                  : `What you have said for ${firstName} is taken back, and the name is deleted.`,
                confirmLabel: 'Remove',
              })}
        />
      )}
    </li>
  );
}

const useInvite = ({ id }: Child) =>
  useMutation({
    mutationFn: () => call('POST /api/user/household/:id/invitations', { params: { id } }),
    onSuccess: ({ url }) => offerToShare(url),
    failed: 'No link was made',
  });

/** Browsers share and copy on a press only, and the one before has waited for the server. */
const offerToShare = (url: string) =>
  toast({
    title: 'Your link is ready',
    description: linkRule,
    tone: 'good',
    lasting: true,
    action: {
      label: 'Share',
      onSelect: () =>
        void shareLink({ title: 'Answer for a child together', url, copied: linkRule }),
    },
  });

const linkRule = 'Send it to the other adult. It works once, for a week.';

function useRemoval({ id, firstName }: Child, onDone: () => void) {
  return useMutation({
    mutationFn: (userId: string | undefined) =>
      userId
        ? call('DELETE /api/user/household/:id/adults/:userId', { params: { id, userId } })
        : call('DELETE /api/user/household/:id', { params: { id } }),
    onSuccess: () => onDone(),
    done: (_, userId) => (userId ? 'Removed' : `${firstName} is removed`),
    failed: 'Not removed',
    reload: ['/api/user/household', '/api/events', '/api/user/event'],
  });
}
