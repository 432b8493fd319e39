import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import type { InvitationLink } from '#contract/community/invitation-link.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyLink } from '#web/ui/copy-link.ts';
import { Field, Input } from '#web/ui/field.tsx';
import { Copy } from 'lucide-react';
import { toast } from '#web/ui/toast.ts';
import { invitationLinkQuery } from './queries.ts';

interface LinkToShareProps {
  group: Group;
  link: InvitationLink;
  /** The number of members elsewhere, if known. */
  elsewhere: number | null;
}

/** The invitation link, and how many people have joined by it. */
export function LinkToShare({ group, link, elsewhere }: LinkToShareProps) {
  const [isAsking, setAsking] = useState(false);
  const replace = useReplaceLink(group.id);
  return (
    <div>
      <p>It leads to your group, and we count who joins by it.</p>
      <Field label="Invitation link" className="mt-4">
        {({ id }) => <Input id={id} readOnly dir="ltr" value={link.url} />}
      </Field>
      <p className="needs-script mt-3 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copyLink(link.url)}>
          <Copy aria-hidden="true" className="size-5" /> Copy link
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Make a new link
        </Button>
      </p>
      <p role="status" className="mt-4 font-semibold">
        {joinedText(link.joined, elsewhere)}
      </p>
      {isAsking && (
        <LazyConfirmDialog
          open
          onOpenChange={setAsking}
          title="Make a new link?"
          description="The old link and its QR code stop working. Those who joined by it stay members."
          confirmLabel="Make a new link"
          danger
          busy={replace.isPending}
          onConfirm={() => replace.mutate(undefined, { onSuccess: () => setAsking(false) })}
        />
      )}
    </div>
  );
}

function joinedText(joined: number, elsewhere: number | null): string {
  if (elsewhere !== null) return `${joined} of ${elsewhere} are here`;
  if (joined === 0) return 'Nobody has joined by this link yet';
  return joined === 1
    ? '1 person has joined by this link'
    : `${joined} people have joined by this link`;
}

function useReplaceLink(groupId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/groups/:id/invitation-link', { params: { id: groupId } }),
    onSuccess: (link) => {
      client.setQueryData(invitationLinkQuery(groupId).queryKey, link);
      toast({ title: 'Your new link is ready', tone: 'good' });
    },
    onError: (error) => toastFailure('Link not changed', error, 'Please try again.'),
  });
}
