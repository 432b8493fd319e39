import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Invitation } from '#contract/base/settings.ts';
import { call } from '#web/platform/data/api.ts';
import { useSite } from '#web/platform/site.tsx';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { toast } from '#web/ui/toast.ts';
import { InviteDialog } from './settings-invite-dialog.tsx';
import { invitationPages } from './settings-queries.ts';

const stateBadges = {
  usable: { label: 'Can be used', tone: 'good' },
  used_up: { label: 'Used up', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Withdrawn', tone: 'danger' },
} as const;

export function Invitations({ byInvitation }: { byInvitation: boolean }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(invitationPages());
  const [inviting, setInviting] = useState(false);
  const invitations = data?.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col gap-4">
      {!byInvitation && (
        <Notice>Registration is open, so nobody needs an invitation at the moment.</Notice>
      )}
      <p>
        <Button variant="outline" onClick={() => setInviting(true)}>
          New invitation
        </Button>
      </p>
      {invitations && invitations.length > 0 && (
        <ul aria-label="Invitations" className="flex flex-col gap-3">
          {invitations.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <LoadMore
          href={paths.adminTab('settings')}
          label="Load more invitations"
          busy={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </div>
  );
}

const usesOf = ({ uses, maxUses }: Invitation) =>
  maxUses === null ? `Used ${uses} times, no limit` : `Used ${uses} of ${maxUses} times`;

/** Formats a code so that it's easy to read out: 'ABCD-EFGH-JKMN'. */
const groupedCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const [asking, setAsking] = useState(false);
  const { origin } = useSite();
  const revoke = useRevoking(invitation);
  const { code, note, state, expiresAt, createdAt } = invitation;
  const { label, tone } = stateBadges[state];
  return (
    <li className="rounded-card bg-card px-4 py-3.5 forced-colors:border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-display font-semibold wrap-anywhere">{note ?? 'No note'}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 font-mono text-sm tracking-wide">{groupedCode(code)}</p>
      <p className="mt-1 text-sm text-muted">
        {usesOf(invitation)} ·{' '}
        <span className="whitespace-nowrap">created on {formatDay(createdAt)}</span>
        {expiresAt && (
          <>
            {' · '}
            <span className="whitespace-nowrap">ends on {formatDay(expiresAt)}</span>
          </>
        )}
      </p>
      {state === 'usable' && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="quiet"
            onClick={() => void copyLink(`${origin}${paths.auth}?invitation=${code}`)}
          >
            Copy link
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
            Withdraw
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this invitation?"
        description={`Nobody else will be able to sign up with ${groupedCode(code)}. Members who already used it will stay.`}
        confirmLabel="Withdraw"
        danger
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </li>
  );
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: 'Link copied', tone: 'good' });
  } catch {
    toast({ title: 'Copy this link', description: link });
  }
}

const useRevoking = ({ id }: Invitation) =>
  useMutation({
    mutationFn: () => call('DELETE /api/admin/invitations/:id', { params: { id } }),
    done: 'Invitation withdrawn',
    failed: 'Invitation not withdrawn',
    reload: ['/api/admin/invitations', '/api/admin/audit'],
  });
