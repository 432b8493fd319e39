import { useIfMailed } from '#web/platform/site.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import type { Account } from '#contract/base/accounts.ts';
import { spentLink } from '#contract/base/sign-in.ts';
import { confirmEmailWords } from '#contract/base/form-words.ts';
import { localPath, paths } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { SentFrom, usePosted } from '#web/platform/forms/posted.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useInvitationWords } from './invitation-notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { SignInPrompt } from './sign-in-prompt.tsx';
import { useUser, userQuery } from './use-user.ts';

export default function ConfirmEmailPage() {
  const { user, isPending } = useUser();
  const search = useSearch();
  const searchParams = new URLSearchParams(search);
  const token = searchParams.get('token') ?? '';
  if (isPending) return null;
  if (!user) {
    return (
      <SignInPrompt
        title="Log in to confirm your email address"
        hint="Logging in shows that the account is yours. If you haven't signed up here, you can close this page."
        label="Log In"
        at={`${paths.auth}?tab=login`}
        next={search ? `${paths.confirmEmail}?${search}` : paths.confirmEmail}
      />
    );
  }
  return user.emailVerified ? (
    <Confirmed email={user.email} next={localPath(searchParams.get('next'))} />
  ) : (
    <Confirm user={user} token={token} />
  );
}

/** Confirms the success and links to the page the member was on their way to. */
function Confirmed({ email, next }: { email: string; next: string | undefined }) {
  const ifMailed = useIfMailed();
  const invitation = useInvitationWords(next);
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="Your email address is confirmed"
      hint={invitation ?? ifMailed(`We'll send news of your groups and events to ${email}.`)}
      actions={
        <>
          <Link href={next ?? paths.events} className={buttonClass({ size: 'lg' })}>
            {next ? 'Continue' : 'Explore Events'}
          </Link>
          <Link href={paths.dashboard} className={buttonClass({ variant: 'outline', size: 'lg' })}>
            Go to your profile
          </Link>
        </>
      }
    />
  );
}

/** Confirms on a press, not on the visit, because email programs open links by themselves. */
function Confirm({ user, token }: { user: Account; token: string }) {
  const ifMailed = useIfMailed();
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call('POST /api/confirm-email', { body: { token } }),
    onSuccess: (answer) => client.setQueryData(userQuery().queryKey, answer),
    onError: (error) => {
      if (failureOf(error).code !== 'invalid')
        toastFailure(confirmEmailWords.failed, error, 'Please try again later.');
    },
  });
  const { wrong } = usePosted('POST /api/confirm-email');
  if (!token || wrong.token || failureOf(confirm.error).code === 'invalid')
    return <UsedLink user={user} />;
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="Is this your email address?"
      hint={
        <>
          {ifMailed(
            "Confirm it, and we'll send news of your groups and events to",
            'You signed up with',
          )}{' '}
          <strong className="break-words text-ink">{user.email}</strong>.
        </>
      }
      actions={
        <CallForm call="POST /api/confirm-email" onSend={() => confirm.mutate()}>
          <SentFrom path={`${paths.confirmEmail}?token=${encodeURIComponent(token)}`} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" busy={confirm.isPending} busyLabel="Confirming...">
            Confirm my email address
          </Button>
        </CallForm>
      }
    />
  );
}

function UsedLink({ user }: { user: Account }) {
  const ifMailed = useIfMailed();
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title={spentLink}
      hint={`You can use a confirmation link once, within seven days. ${ifMailed(`We can send a new one to ${user.email}.`)}`}
      actions={<ResendConfirmation size="lg" />}
    />
  );
}
