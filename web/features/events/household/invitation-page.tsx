import { useIfMailed } from '#web/platform/site.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { acceptChildWords } from '#contract/events/form-words.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { householdInvitationPath } from '#contract/platform/paths.ts';
import { SentAs, SentFrom } from '#web/platform/forms/posted.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { toast } from '#web/ui/toast.ts';

const callKey = 'POST /api/household-invitations/accept';
const householdPath = '/settings#household';

/** Opens from a link by another adult. Visiting changes nothing; the button's press does. */
export default function InvitationPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const accept = useAccept(token);
  const { code, reason } = failureOf(accept.error);
  if (!token || code === 'invalid' || code === 'conflict') return <DeadLink reason={reason} />;
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="Answer for a child together"
      hint="Another adult asks you to answer with them for a child at events. If you accept, you see the child’s first name, and that adult sees yours."
      actions={
        <form
          method="post"
          action="/api/household-invitations/accept"
          onSubmit={(submission) => {
            submission.preventDefault();
            if (!accept.isPending) accept.mutate();
          }}
        >
          <SentAs keyOf={callKey} />
          <SentFrom path={householdInvitationPath(token)} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" busy={accept.isPending} busyLabel="Accepting...">
            Accept
          </Button>
        </form>
      }
    />
  );
}

const DeadLink = ({ reason }: { reason: string | undefined }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This link doesn’t work"
    hint={reason ?? 'Please use the whole link, or ask for a new one.'}
    actions={<ButtonLink href={householdPath} size="lg" label="Your household" />}
  />
);

function useAccept(token: string) {
  const ifMailed = useIfMailed();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call(callKey, { body: { token } }),
    onSuccess: async ({ firstName }) => {
      await refresh(client, '/api/user/household', '/api/events/');
      navigate(householdPath);
      toast({
        tone: 'good',
        title: `You answer for ${firstName} now`,
        description: `The last answer counts${ifMailed(', and the other adult is told of it')}.`,
      });
    },
    failed: acceptChildWords.failed,
  });
}
