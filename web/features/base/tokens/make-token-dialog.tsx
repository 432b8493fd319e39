import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { Copy } from 'lucide-react';
import { minute } from '#contract/platform/durations.ts';
import { freshSignInMinutes } from '#contract/platform/limits.ts';
import { TokenForm, type NewToken, type TokenScope } from '#contract/base/tokens.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { InputField, SelectField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { EitherCode } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from '#web/features/base/account-security/own-password-field.tsx';
import {
  sessionsQuery,
  signInMethodsQuery,
  twoStepQuery,
} from '#web/features/base/sign-in/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { refreshTokens } from './queries.ts';

const scopesOf = {
  read: ['read'],
  all: ['read', 'write'],
} satisfies Record<string, TokenScope[]>;

const Fields = TokenForm.pick({ name: true }).extend({
  may: z.enum(['read', 'all']),
  expiresInDays: z.enum(['7', '30', '90', '365']),
  password: z.string(),
  code: z.string(),
});
type Values = z.input<typeof Fields>;
type Form = UseFormReturn<Values, unknown, z.output<typeof Fields>>;

const emptyValues: Values = { name: '', may: 'read', expiresInDays: '30', password: '', code: '' };

/** The proof of identity that the server asks for, except right after a login. */
interface Proof {
  isNeeded: boolean;
  hasPassword: boolean;
  hasTwoStep: boolean;
}

function useProof(failure: unknown): Proof {
  const [opened] = useState(Date.now);
  const { data: sessions } = useQuery(sessionsQuery());
  const { data: methods } = useQuery(signInMethodsQuery());
  const { data: twoStep } = useQuery(twoStepQuery());
  const here = sessions?.find(({ isCurrent }) => isCurrent);
  const age = here ? opened - Date.parse(here.createdAt) : Infinity;
  const { fields } = failureOf(failure);
  return {
    // The sign-in may become too old while the member fills in the form.
    isNeeded: age >= freshSignInMinutes * minute || Boolean(fields?.password ?? fields?.code),
    hasPassword: methods?.hasPassword ?? true,
    hasTwoStep: Boolean(twoStep?.since),
  };
}

export default function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const form: Form = useForm({ resolver: zodResolver(Fields), defaultValues: emptyValues });
  const mutation = useCreateToken(form);
  const proof = useProof(mutation.error);
  if (mutation.data) return <NewTokenDialog newToken={mutation.data} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      unsaved={form.formState.isDirty}
      title="Create a token"
      description="Anyone who has the token can act in your name, as far as you allow below. Create one for each program, so you can delete it without affecting the others."
      label="Create token"
      busyLabel="Creating..."
      busy={mutation.isPending}
      onSubmit={form.handleSubmit((values) => mutation.mutate(values))}
    >
      <AboutToken form={form} />
      {proof.isNeeded && <ProofFields form={form} proof={proof} />}
    </FormDialog>
  );
}

function AboutToken({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <>
      <InputField
        label="Name"
        hint="What it's for, such as ‘Parish website’."
        error={errors.name?.message}
        {...register('name')}
        autoComplete="off"
        maxLength={60}
      />
      <RadioCards
        legend="What it can do"
        defaultValue={emptyValues.may}
        options={[
          { value: 'read', label: 'Read', description: 'The groups and events you can see.' },
          {
            value: 'all',
            label: 'Read and change',
            description: 'RSVPs, comments, events and groups you can change yourself.',
          },
        ]}
        {...register('may')}
      />
      <SelectField
        label="Stops working after"
        error={errors.expiresInDays?.message}
        {...register('expiresInDays')}
      >
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">A year</option>
      </SelectField>
    </>
  );
}

function ProofFields({ form: { control, formState }, proof }: { form: Form; proof: Proof }) {
  const { errors } = formState;
  if (!proof.hasPassword) {
    return (
      <Notice tone="accent" title="Log out and in again first">
        You don't have a password to confirm that it's you. You can create a token within{' '}
        {freshSignInMinutes} minutes of logging in.
      </Notice>
    );
  }
  return (
    <>
      <Controller
        control={control}
        name="password"
        render={({ field: { value, onChange } }) => (
          <OwnPasswordField
            hint="You logged in a while ago, so we need to check that it's you."
            error={errors.password?.message}
            value={value}
            onChange={onChange}
          />
        )}
      />
      {proof.hasTwoStep && (
        <Controller
          control={control}
          name="code"
          render={({ field: { value, onChange } }) => (
            <EitherCode error={errors.code?.message} value={value} onChange={onChange} />
          )}
        />
      )}
    </>
  );
}

function useCreateToken(form: Form) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, may, expiresInDays, password, code }: Values): Promise<NewToken> =>
      call('POST /api/user/tokens', {
        body: {
          name,
          scopes: scopesOf[may],
          expiresInDays: Number(expiresInDays),
          ...(password && { password }),
          ...(code && { code }),
        },
      }),
    onSuccess: () => void refreshTokens(client),
    onError: (error) => {
      if (applyFieldErrors(form, error)) return;
      toastFailure("We couldn't create the token", error, 'Please try again later.');
    },
  });
}

/** Shows a new token. The server keeps only its hash, so this is the one time it can be shown. */
function NewTokenDialog({ newToken, onClose }: { newToken: NewToken; onClose: () => void }) {
  const { name, token, expiresAt } = newToken;
  return (
    <Dialog
      onOpenChange={onClose}
      title={`Your token “${name}”`}
      isPersistent
      footer={<Button onClick={onClose}>I've saved it</Button>}
    >
      <p>
        Keep it safe, like a password: <strong>you won't see it again.</strong> It stops working on{' '}
        {formatDay(expiresAt)}.
      </p>
      <p className="mt-4 rounded-card bg-sunken p-4 font-mono text-sm wrap-anywhere">{token}</p>
      <Button
        variant="outline"
        className="mt-4"
        onClick={() =>
          void copyText(token, 'Token copied', 'Please select it and copy it yourself.')
        }
      >
        <Copy aria-hidden="true" className="size-5" /> Copy
      </Button>
      <p className="mt-5 text-sm text-muted">
        Your program sends it with each call in this header:{' '}
        <code className="font-mono whitespace-nowrap">Authorization: Bearer …</code>
      </p>
    </Dialog>
  );
}
