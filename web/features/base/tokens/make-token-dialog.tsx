import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { minute } from '#contract/platform/durations.ts';
import { freshSignInMinutes } from '#contract/platform/limits.ts';
import { TokenForm, type NewToken, type TokenScope } from '#contract/base/tokens.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { Field, Input, NativeSelect } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { EitherCode } from '#web/features/base/sign-in/code-field.tsx';
import { OwnPasswordField } from '#web/features/base/account-security/own-password-field.tsx';
import {
  sessionsQuery,
  signInMethodsQuery,
  twoStepQuery,
} from '#web/features/base/sign-in/queries.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
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
type Values = z.infer<typeof Fields>;
type Form = UseFormReturn<Values>;

const empty: Values = { name: '', may: 'read', expiresInDays: '30', password: '', code: '' };

/** The proof that the member asks: none is needed right after a login. */
interface Proof {
  isAsked: boolean;
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
    // While it was filled in, the time may have run out.
    isAsked: age >= freshSignInMinutes * minute || Boolean(fields?.password ?? fields?.code),
    hasPassword: methods?.hasPassword ?? true,
    hasTwoStep: Boolean(twoStep?.since),
  };
}

export default function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const form: Form = useForm({ resolver: zodResolver(Fields), defaultValues: empty });
  const making = useMaking(form);
  const proof = useProof(making.error);
  if (making.data) return <NewTokenDialog made={making.data} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      unsaved={form.formState.isDirty}
      title="Make a token"
      description="Whoever has it acts in your name, as far as you allow below. Make one for each program, so that you can end it alone."
      label="Make Token"
      busyLabel="Making..."
      busy={making.isPending}
      onSubmit={form.handleSubmit((values) => making.mutate(values))}
    >
      <AboutToken form={form} />
      {proof.isAsked && <ProofFields form={form} proof={proof} />}
    </FormDialog>
  );
}

function AboutToken({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <>
      <Field
        label="Name"
        hint="What it is for, such as ‘Parish website’."
        error={errors.name?.message}
      >
        {(control) => (
          <Input {...control} {...register('name')} autoComplete="off" maxLength={60} />
        )}
      </Field>
      <RadioCards
        legend="What it may do"
        defaultValue={empty.may}
        options={[
          { value: 'read', label: 'Read', description: 'What you can see of groups and events.' },
          {
            value: 'all',
            label: 'Read and change',
            description: 'RSVPs, comments, events and groups, as you can yourself.',
          },
        ]}
        {...register('may')}
      />
      <Field label="It ends after" error={errors.expiresInDays?.message}>
        {(control) => (
          <NativeSelect {...control} {...register('expiresInDays')}>
            <option value="7">7 days</option>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">A year</option>
          </NativeSelect>
        )}
      </Field>
    </>
  );
}

function ProofFields({ form: { control, formState }, proof }: { form: Form; proof: Proof }) {
  const { errors } = formState;
  if (!proof.hasPassword) {
    return (
      <Notice tone="accent" title="Log out and in again first">
        You have no password to show that it is you: a token is made within {freshSignInMinutes}{' '}
        minutes of logging in.
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
            hint="You logged in a while ago: this shows that it is you."
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

function useMaking(form: Form) {
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
      toastFailure('The token could not be made', error, 'Please try again later.');
    },
  });
}
