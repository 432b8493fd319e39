import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ChangePasswordForm as ChangePasswordSchema } from '#contract/base/sign-in.ts';
import { call } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/base/sign-in/new-password-field.tsx';
import { PasswordInput } from '#web/features/base/sign-in/password-input.tsx';

type Values = z.input<typeof ChangePasswordSchema>;
type Form = UseFormReturn<Values>;

const emptyValues = { currentPassword: '', password: '', confirmPassword: '' };

interface ChangePasswordDialogProps {
  email: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ChangePasswordDialog({ email, open, onOpenChange }: ChangePasswordDialogProps) {
  const form: Form = useForm({
    resolver: zodResolver(ChangePasswordSchema),
    defaultValues: emptyValues,
  });
  const close = () => {
    onOpenChange(false);
    form.reset(emptyValues);
  };
  const change = useChange(form, close);
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Change password"
      description="You'll stay signed in here and be signed out everywhere else. Your access tokens and your private calendar link will stop working."
      label="Save new password"
      busy={change.isPending}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Fields form={form} email={email} />
    </FormDialog>
  );
}

function Fields({ form, email }: { form: Form; email: string }) {
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  // Registered first, because React Hook Form focuses the first invalid field in this order.
  const current = form.register('currentPassword');
  return (
    <>
      <Field label="Current password" error={errors.currentPassword?.message}>
        {(control) => <PasswordInput {...control} {...current} autoComplete="current-password" />}
      </Field>
      <NewPasswordField
        label="New password"
        {...form.register('password', { deps: ['confirmPassword'] })}
        typed={typed}
        guessableWords={[email]}
        error={errors.password?.message}
      />
      <ConfirmPasswordField
        {...form.register('confirmPassword')}
        error={errors.confirmPassword?.message}
      />
    </>
  );
}

function useChange(form: Form, onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ currentPassword, password }: Values) =>
      call('POST /api/auth/user/password', { body: { currentPassword, password } }),
    onSuccess: () => {
      toast({ tone: 'good', title: 'Your password has been changed' });
      void refresh(client, '/api/auth/user/', '/api/user/tokens', '/api/user/calendar-feed');
      onChanged();
    },
    onError: (error) => {
      toastFailure("Your password wasn't changed", error, 'Please try again later.');
      applyFieldErrors(form, error);
    },
  });
}
