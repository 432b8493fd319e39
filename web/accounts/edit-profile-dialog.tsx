import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { updateAccount, type Account } from '../../contract/accounts.ts';
import { call } from '../api.ts';
import { applyFieldErrors } from '../form-errors.ts';
import { refresh } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { userQuery } from './use-user.ts';

type Values = z.input<typeof updateAccount.body>;
type Changes = z.output<typeof updateAccount.body>;
type Form = UseFormReturn<Values, unknown, Changes>;

interface EditProfileDialogProps {
  user: Account;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EditProfileDialog({ user, open, onOpenChange }: EditProfileDialogProps) {
  const formId = useId();
  const form: Form = useForm({ resolver: zodResolver(updateAccount.body), values: valuesOf(user) });
  const save = useSave(form, () => onOpenChange(false));
  useUnsavedGuard(open && form.formState.isDirty && !save.isSuccess);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit Profile"
      description="Members see your first name and picture, never your last name or email."
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((changes) => save.mutate(changes))}
        className="flex flex-col gap-5"
      >
        <Fields form={form} email={user.email} />
      </form>
    </Dialog>
  );
}

function Fields({ form, email }: { form: Form; email: string }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message}>
          {(control) => (
            <Input {...control} {...form.register('firstName')} autoComplete="given-name" />
          )}
        </Field>
        <Field label="Last Name" optional error={errors.lastName?.message}>
          {(control) => (
            <Input {...control} {...form.register('lastName')} autoComplete="family-name" />
          )}
        </Field>
      </div>
      <Field label="Email" hint="Your email can't be changed.">
        {(control) => (
          <Input {...control} aria-required={undefined} type="email" value={email} readOnly />
        )}
      </Field>
      <Field
        label="Bio"
        hint="At least 20 characters make your profile complete."
        optional
        error={errors.bio?.message}
      >
        {(control) => <Textarea {...control} {...form.register('bio')} rows={4} />}
      </Field>
      <Field
        label="Location"
        hint="Town and country, such as “Keswick, United Kingdom”."
        optional
        error={errors.location?.message}
      >
        {(control) => <Input {...control} {...form.register('location')} />}
      </Field>
    </>
  );
}

function useSave(form: Form, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) => call('PATCH /api/auth/user', { body: changes }),
    onSuccess: (user) => {
      client.setQueryData(userQuery().queryKey, { user });
      void refresh(client, '/api/');
      toast({ title: 'Profile updated', tone: 'good' });
      onSaved();
    },
    onError: (error) => {
      toastFailure(
        'Error updating profile',
        error,
        'There was an error updating your profile. Please try again.',
      );
      applyFieldErrors(form, error);
    },
  });
}

const valuesOf = ({ firstName, lastName, bio, location }: Account): Values => ({
  firstName,
  lastName: lastName ?? '',
  bio: bio ?? '',
  location: location ?? '',
});
