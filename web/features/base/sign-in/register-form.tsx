import { registerShown } from '#web/platform/forms/posted-values.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useSearch } from 'wouter';
import type { z } from 'zod';
import { registerWords } from '#contract/base/form-words.ts';
import type { RegisterForm as RegisterSchema } from '#contract/base/sign-in.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { removeGuest, storedGuest } from '#web/features/base/accounts/guest-details.ts';
import { AmountPicker } from '#web/features/base/donations/amount-picker.tsx';
import { signUpTiers } from '#web/features/base/donations/tiers.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { lazyResolver } from '#web/platform/forms/lazy-resolver.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { InputField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { PasswordFields, PersonFields } from './account-fields.tsx';
import { resetCacheForUser } from './new-visitor.ts';

const emptyValues = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** Returns the invitation code from the URL of an invitation. */
const useInvitation = () => new URLSearchParams(useSearch()).get('invitation') ?? '';

/** Created above the tabs, so that typed text survives a switch of tabs. */
export const useRegisterForm = () => {
  const invitation = useInvitation();
  const { typed } = usePosted(callKey);
  const form = useForm({
    resolver: lazyResolver(async () => (await import('./sign-in-checks.ts')).registerChecks),
    defaultValues: {
      ...emptyValues,
      ...namesIn(typed),
      ageConfirmed: false,
      invitation,
      website: '',
    },
  });
  const { getValues, setValue } = form;
  useEffect(() => {
    const guest = storedGuest();
    for (const field of ['firstName', 'email'] as const)
      if (guest && getValues(field) === '') setValue(field, guest[field]);
  }, [getValues, setValue]);
  return form;
};

/** Returns the token that proves this address, for somebody who comes from their guest's page. */
function guestTokenFor(email: string): string | undefined {
  const guest = storedGuest();
  return guest?.email === email ? guest.token : undefined;
}

const callKey = 'POST /api/register';

/** Restores names and email from a form posted without JavaScript. */
const namesIn = ({ firstName = '', lastName = '', email = '' }: PostedValues['typed']) => ({
  firstName,
  lastName,
  email,
});

type PostedValues = ReturnType<typeof usePosted>;

interface RegisterFormProps {
  form: ReturnType<typeof useRegisterForm>;
  next: string | undefined;
  /** Called with the next path before the cache has the new user. */
  onSignedIn: (destination: string) => void;
}

export function RegisterForm({ form, next, onSignedIn }: RegisterFormProps) {
  const { name, registration } = useSite();
  const { typed } = usePosted(callKey);
  const [amount, setAmount] = useState<number>();
  const register = useRegister(form, next, (requiresProfile) =>
    onSignedIn(requiresProfile ? supportPath(next, amount) : (next ?? paths.events)),
  );
  return (
    <FormProvider {...form}>
      <form
        method="post"
        action="/api/register"
        noValidate
        onSubmit={form.handleSubmit((values) => register.mutate(values))}
        className="flex flex-col gap-5"
      >
        {next && <input type="hidden" name="next" value={next} />}
        {typed.guestToken && <input type="hidden" name="guestToken" value={typed.guestToken} />}
        <input type="hidden" name="_next" value={supportPath(next, undefined)} />
        {registration === 'invitation' && <InvitationField form={form} />}
        <PersonFields posted={callKey} />
        <Honeypot form={form} />
        <PasswordFields posted={callKey} />
        <AgeField form={form} />
        <AmountPicker
          legend={`Support ${name}`}
          optional
          hint="A one-time donation helps keep it free for everyone. You can also decide later."
          tiers={signUpTiers}
          amount={amount}
          onChange={setAmount}
        />
        <Button
          type="submit"
          size="lg"
          busy={register.isPending}
          busyLabel="Creating your account..."
        >
          Sign Up
        </Button>
      </form>
    </FormProvider>
  );
}

function InvitationField({ form }: Pick<RegisterFormProps, 'form'>) {
  return (
    <InputField
      label="Invitation code"
      hint="You need an invitation to sign up here. Ask the people who run the site for a link or a code."
      {...registerShown(form, 'invitation')}
      defaultValue={form.formState.defaultValues?.invitation}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function AgeField({ form }: Pick<RegisterFormProps, 'form'>) {
  const { minimumAge } = useSite();
  const { wrong } = usePosted(callKey);
  return (
    <>
      {/* Browsers don't send an unticked checkbox, so this field does. */}
      <input type="hidden" name="ageConfirmed" value="false" />
      <Checkbox
        {...form.register('ageConfirmed')}
        label={`I am ${minimumAge} or older`}
        error={form.formState.errors.ageConfirmed?.message ?? wrong.ageConfirmed}
      />
    </>
  );
}

/** A honeypot field, hidden from sight, keyboard, screen readers and password managers. */
const Honeypot = ({ form }: Pick<RegisterFormProps, 'form'>) => (
  <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
    <label>
      Leave this empty
      <input
        {...form.register('website')}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
      />
    </label>
  </div>
);

function useRegister(
  form: RegisterFormProps['form'],
  next: string | undefined,
  onRegistered: (requiresProfile: boolean) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: z.output<typeof RegisterSchema>) =>
      call('POST /api/register', {
        body: { ...values, next, guestToken: guestTokenFor(values.email) },
      }),
    onSuccess: async ({ requiresProfileCompletion }) => {
      removeGuest();
      onRegistered(requiresProfileCompletion);
      await resetCacheForUser(client);
    },
    onError: (error) => {
      const description = failureOf(error).reason ?? 'Please try again.';
      toast({ tone: 'danger', title: registerWords.failed, description });
      applyFieldErrors(form, error);
    },
  });
}

function supportPath(next: string | undefined, amount: number | undefined): string {
  const path = `${paths.support}?new=true${amount ? `&amount=${amount}` : ''}`;
  return next ? withNext(path, next) : path;
}
