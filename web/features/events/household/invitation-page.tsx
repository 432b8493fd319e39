import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { acceptChildWords } from '#contract/events/form-words.ts';
import { asksYou, childInvitation } from '#web/features/base/sign-in/invitation.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { householdInvitationPath } from '#contract/platform/paths.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { SentFrom } from '#web/platform/forms/posted.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const callKey = 'POST /api/household-invitations/accept';
const settingsPath = '/settings#household';

/** Opens from a link by another adult. Visiting changes nothing; the button's press does. */
export default function InvitationPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const accept = useAccept(token);
  const { data, error, isPending } = useQuery({ ...childInvitation(token), enabled: token !== '' });
  const { code, reason } = failureOf(accept.error ?? error);
  if (!token || code === 'invalid' || code === 'conflict') return <DeadLink reason={reason} />;
  if (isPending) return null;
  const { invitedBy = 'Another adult', childFirstName = null } = data ?? {};
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title={asksYou(invitedBy, childFirstName)}
      hint={`If you accept, you both say whether ${childFirstName ?? 'the child'} comes to events, and see each other’s first name. The link works once, for a week.`}
      actions={
        <CallForm call={callKey} onSend={() => accept.mutate()}>
          <SentFrom path={householdInvitationPath(token)} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" busy={accept.isPending} busyLabel="Accepting...">
            Accept
          </Button>
        </CallForm>
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
    actions={<ButtonLink href={settingsPath} size="lg" label="Your household" />}
  />
);

function useAccept(token: string) {
  const ifMailed = useIfMailed();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call(callKey, { body: { token } }),
    onSuccess: async () => {
      await refresh(client, '/api/user/household', '/api/events/');
      navigate(settingsPath);
    },
    done: ({ firstName }) => ({
      title: `You answer for ${firstName} now`,
      description: `The last answer counts${ifMailed(', and the other adult is told of it')}.`,
    }),
    failed: acceptChildWords.failed,
  });
}
