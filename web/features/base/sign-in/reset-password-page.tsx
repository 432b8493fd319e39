import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import type { z } from 'zod';
import { NewPasswordForm as NewPasswordSchema, spentLink } from '#contract/base/sign-in.ts';
import { resetPasswordWords } from '#contract/base/form-words.ts';
import { paths, resetPasswordPath } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { SentFrom, usePosted } from '#web/platform/forms/posted.tsx';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { KeysPanel } from '#web/features/base/account-security/keys-panel.tsx';
import { ConfirmPasswordField, NewPasswordField } from './new-password-field.tsx';
import { resetCacheForUser } from './new-visitor.ts';

type Values = z.input<typeof NewPasswordSchema>;
type Form = UseFormReturn<Values>;

const callKey = 'POST /api/reset-password';

export default function ResetPasswordPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const form: Form = useForm({
    resolver: zodResolver(NewPasswordSchema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const reset = useReset(form, token);
  const { wrong } = usePosted(callKey);
  if (!token || wrong.token || isUsedLink(reset.error)) return <UsedLink />;
  return (
    <div className="mt-10">
      <FormWithAside aside={<KeysPanel />}>
        <PageHeading
          className="mb-8"
          title="Choose a new password"
          lead="You'll be signed in here and signed out everywhere else. Your access tokens and your private calendar link will stop working."
        />
        <form
          method="post"
          action="/api/reset-password"
          noValidate
          onSubmit={form.handleSubmit((values) => reset.mutate(values))}
          className="flex flex-col gap-5"
        >
          <SentFrom path={`${resetPasswordPath}?token=${encodeURIComponent(token)}`} />
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="_next" value={paths.events} />
          <Fields form={form} />
          <Button type="submit" size="lg" busy={reset.isPending} busyLabel="Saving...">
            Save new password
          </Button>
        </form>
      </FormWithAside>
    </div>
  );
}

const isUsedLink = (error: unknown) => failureOf(error).fields?.token !== undefined;

const UsedLink = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title={spentLink}
    hint="You can use a password link once, within an hour. You can ask for a new one below."
    actions={
      <Link href={paths.forgotPassword} className={buttonClass({ size: 'lg' })}>
        Send me another link
      </Link>
    }
  />
);

function Fields({ form }: { form: Form }) {
  const { errors } = form.formState;
  const { wrong } = usePosted(callKey);
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <>
      <NewPasswordField
        label="New password"
        {...form.register('password', { deps: ['confirmPassword'] })}
        typed={typed}
        error={errors.password?.message ?? wrong.password}
      />
      <ConfirmPasswordField
        {...form.register('confirmPassword')}
        error={errors.confirmPassword?.message ?? wrong.confirmPassword}
      />
    </>
  );
}

function useReset(form: Form, token: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ password }: Values) =>
      call('POST /api/reset-password', { body: { token, password } }),
    onSuccess: async (answer) => {
      await resetCacheForUser(client);
      toast({ tone: 'good', ...resetPasswordWords.done(answer) });
      navigate('secondStep' in answer ? answer.redirectUrl : paths.events, { replace: true });
    },
    onError: (error) => {
      if (isUsedLink(error)) return;
      toastFailure(resetPasswordWords.failed, error, 'Please try again later.');
      applyFieldErrors(form, error);
    },
  });
}
