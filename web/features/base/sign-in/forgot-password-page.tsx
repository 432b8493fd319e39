import { useSite } from '#web/platform/site.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { ForgotPasswordForm as ForgotSchema } from '#contract/base/sign-in.ts';
import { forgotPasswordWords, noMailYet } from '#contract/base/form-words.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { EmailField } from '#web/platform/forms/email-field.tsx';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { KeysPanel } from '#web/features/base/account-security/keys-panel.tsx';

const logIn = `${paths.auth}?tab=login`;

export default function ForgotPasswordPage() {
  const { mailLeaves } = useSite();
  const { typed, wrong } = usePosted('POST /api/forgot-password');
  const form = useForm({
    resolver: zodResolver(ForgotSchema),
    defaultValues: { email: typed.email ?? '' },
  });
  const ask = useMutation({
    mutationFn: (body: { email: string }) => call('POST /api/forgot-password', { body }),
    onError: (error) => {
      toastFailure(forgotPasswordWords.failed, error, 'Please try again later.');
      applyFieldErrors(form, error);
    },
  });
  return (
    <div className="mt-10">
      <FormWithAside aside={<KeysPanel />}>
        <PageHeading
          className="mb-8"
          title="Forgot your password?"
          lead={
            mailLeaves
              ? "Tell us your email address and we'll send you a link to choose a new one."
              : `${noMailYet.title}. ${noMailYet.description}`
          }
          back={{ href: logIn, label: 'Log In' }}
        />
        {!mailLeaves ? null : ask.isSuccess ? (
          <ResetSent email={ask.variables.email} onRetry={ask.reset} />
        ) : (
          <form
            method="post"
            action="/api/forgot-password"
            noValidate
            onSubmit={form.handleSubmit((values) => ask.mutate(values))}
            className="flex flex-col gap-5"
          >
            <EmailField
              register={() => form.register('email')}
              typed={typed.email}
              error={form.formState.errors.email?.message ?? wrong.email}
              autoComplete="username"
            />
            <Button type="submit" size="lg" busy={ask.isPending} busyLabel="Sending...">
              Send me a link
            </Button>
          </form>
        )}
      </FormWithAside>
    </div>
  );
}

/** Shows the same text for every address, so that nobody learns who has an account. */
function ResetSent({ email, onRetry }: { email: string; onRetry: () => void }) {
  return (
    <div role="status">
      <Notice tone="good" title="Check your inbox">
        If there's an account for <strong className="break-words">{email}</strong>, we've sent a
        link. You can use it once, within an hour.
      </Notice>
      <p className="mt-6 text-muted">
        Nothing after a few minutes? Check your spam folder, or try another email address.
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={onRetry}>
          Try another email address
        </Button>
        <Link href={logIn} className={buttonClass({ variant: 'quiet' })}>
          Back to Log In
        </Link>
      </p>
    </div>
  );
}
