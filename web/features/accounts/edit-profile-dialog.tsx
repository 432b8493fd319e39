import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { EditProfileForm, type Account } from '../../../contract/accounts.ts';
import { call, failureOf } from '../../platform/data/api.ts';
import { applyFieldErrors } from '../../platform/forms/form-errors.ts';
import { fileIn } from '../media/picture-file.ts';
import { refresh } from '../../platform/data/queries.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { useMutation } from '../../platform/data/use-mutation.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { QuotaLeft } from '../quotas/quota-left.tsx';
import { AvatarField } from './avatar-field.tsx';
import { joinLocation } from './location.ts';
import {
  BioField,
  ContactFields,
  LastNameField,
  PlaceFields,
  profileValuesOf,
} from './profile-fields.tsx';
import { userQuery } from '../sign-in/use-user.ts';

type Values = z.input<typeof EditProfileForm>;
type Profile = z.output<typeof EditProfileForm>;
type Form = UseFormReturn<Values, unknown, Profile>;

interface EditProfileDialogProps {
  user: Account;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EditProfileDialog({ user, open, onOpenChange }: EditProfileDialogProps) {
  const form: Form = useForm({
    resolver: zodResolver(EditProfileForm),
    values: { firstName: user.firstName, ...profileValuesOf(user) },
  });
  // Undefined leaves the picture as it is.
  const [picture, setPicture] = useState<string | null>();
  const close = () => {
    form.reset();
    setPicture(undefined);
    onOpenChange(false);
  };
  const save = useSave(form, picture, close);
  return (
    <FormDialog
      open={open}
      onClose={close}
      unsaved={form.formState.isDirty || picture !== undefined}
      title="Edit Profile"
      description="Members see your first name and picture, never your last name or email."
      label="Save Changes"
      busy={save.isPending}
      onSubmit={form.handleSubmit((profile) => save.mutate(profile))}
    >
      <FormProvider {...form}>
        <AvatarField
          name={user.firstName}
          value={picture === undefined ? user.profileImageUrl : picture}
          onChange={setPicture}
          error={pictureProblem(save.error)}
        />
        {open && <QuotaLeft of="pictures" />}
        <Fields form={form} email={user.email} />
      </FormProvider>
    </FormDialog>
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
        <LastNameField optional />
      </div>
      <Field label="Email" hint="Your email can't be changed.">
        {(control) => (
          <Input {...control} aria-required={undefined} type="email" value={email} readOnly />
        )}
      </Field>
      <PlaceFields optional />
      <BioField label="Bio" hint="At least 20 characters make your profile complete." optional />
      <ContactFields />
    </>
  );
}

/** Of the picture as it was sent, or of its address. */
function pictureProblem(error: unknown): string | undefined {
  const { fields } = failureOf(error);
  return fields?.['image'] ?? fields?.['profileImageUrl'];
}

/** The address of a picture that was chosen, which is a data URL so far. */
async function uploaded(picture: string): Promise<string> {
  const body = fileIn(picture);
  const { url } = await call('POST /api/media/:use', { params: { use: 'avatar' }, body });
  return url;
}

function useSave(form: Form, picture: string | null | undefined, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ city, country, ...profile }: Profile) => {
      const location = joinLocation({ city, country });
      const profileImageUrl = picture && (await uploaded(picture));
      return call('PATCH /api/auth/user', { body: { ...profile, location, profileImageUrl } });
    },
    onSuccess: (user) => {
      client.setQueryData(userQuery().queryKey, { user });
      void refresh(client, '/api/user', '/api/user/quotas', '/api/groups', '/api/events');
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
