import { useForm } from 'react-hook-form';
import { Fingerprint } from 'lucide-react';
import { Link } from 'wouter';
import type { z } from 'zod';
import { loginWords, passkeyLabel } from '#contract/base/form-words.ts';
import type { LoginForm as LoginSchema } from '#contract/base/sign-in.ts';
import { paths } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { EmailField } from '#web/platform/forms/email-field.tsx';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { lazyResolver } from '#web/platform/forms/lazy-resolver.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { PasswordInput } from './password-input.tsx';
import { useContinue } from './signed-in.ts';
import { useOfferPasskey } from './use-offer-passkey.ts';
import { usePasskeys } from './use-passkeys.ts';

/** Created above the tabs, so that typed text survives a switch of tabs. */
export const useLoginForm = () => {
  const { typed } = usePosted(callKey);
  return useForm({
    resolver: lazyResolver(async () => (await import('./sign-in-checks.ts')).loginChecks),
    defaultValues: { email: typed.email ?? '', password: '' },
  });
};

const callKey = 'POST /api/login';

interface LoginFormProps {
  form: ReturnType<typeof useLoginForm>;
  next: string | undefined;
  /** Called with the next path before the cache has the new user. */
  onSignedIn: (destination: string) => void;
}

export function LoginForm({ form, next, onSignedIn }: LoginFormProps) {
  const { errors } = form.formState;
  const login = useLogin(form, next, onSignedIn);
  const passkeys = usePasskeys(next, onSignedIn);
  const { typed, wrong } = usePosted(callKey);
  return (
    <form
      method="post"
      action="/api/login"
      noValidate
      onSubmit={form.handleSubmit((values) => login.mutate(values))}
      className="flex flex-col gap-5"
    >
      {next && <input type="hidden" name="next" value={next} />}
      <EmailField
        register={() => form.register('email')}
        typed={typed.email}
        error={errors.email?.message ?? wrong.email}
        autoComplete="username webauthn"
        onFocus={passkeys.offer}
      />
      <Field label="Password" error={errors.password?.message ?? wrong.password}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
          />
        )}
      </Field>
      <p className="-mt-3 text-sm">
        <Link href={paths.forgotPassword} className="link inline-flex min-h-11 items-center">
          Forgot your password?
        </Link>
      </p>
      <Button type="submit" size="lg" busy={login.isPending} busyLabel="Logging in...">
        Log In
      </Button>
      {passkeys.isPossible && (
        <Button
          variant="outline"
          size="lg"
          className="needs-script -mt-1 text-balance"
          busy={passkeys.isPending}
          busyLabel="Look at your device..."
          onClick={() => passkeys.press()}
        >
          <Fingerprint aria-hidden="true" className="size-6 shrink-0" />
          {passkeyLabel}
        </Button>
      )}
    </form>
  );
}

function useLogin(
  form: LoginFormProps['form'],
  next: LoginFormProps['next'],
  onSignedIn: LoginFormProps['onSignedIn'],
) {
  const goOn = useContinue(onSignedIn);
  const offerPasskey = useOfferPasskey();
  return useMutation({
    mutationFn: (values: z.output<typeof LoginSchema>) =>
      call('POST /api/login', { body: { ...values, next } }),
    onSuccess: async (answer) => {
      await goOn(answer);
      if (!answer.secondStep) offerPasskey();
    },
    onError: (error) => {
      const { code, reason } = failureOf(error);
      const description = reason ?? 'Please check your email and password.';
      toast({ tone: 'danger', title: loginWords.failed, description });
      if (!applyFieldErrors(form, error) && code === 'sign_in_required') {
        form.setError('password', { type: 'server', message: description }, { shouldFocus: true });
      }
    },
  });
}
