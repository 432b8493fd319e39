import { registerShown } from '#web/platform/forms/posted-values.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { EditProfileForm, type Account } from '#contract/base/accounts.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { changesTo, useEdit } from '#web/platform/forms/use-edit.tsx';
import { fileIn } from '#web/features/base/media/picture-file.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { QuotaLeft } from './quota-left.tsx';
import { AvatarField } from './avatar-field.tsx';
import { joinLocation, splitLocation } from './location.ts';
import {
  BioField,
  ContactFields,
  LastNameField,
  PlaceFields,
  profileValuesOf,
} from './profile-fields.tsx';
import { userQuery } from '#web/features/base/sign-in/use-user.ts';

type Values = z.input<typeof EditProfileForm>;
type Profile = z.output<typeof EditProfileForm>;
type Form = UseFormReturn<Values, unknown, Profile>;

const valuesOf = (user: Account): Values => ({
  firstName: user.firstName,
  ...profileValuesOf(user),
});

interface EditProfileDialogProps {
  user: Account;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EditProfileDialog({ user, open, onOpenChange }: EditProfileDialogProps) {
  const edit = useEdit(user, valuesOf);
  // While the dialog is closed, the form follows changes saved elsewhere.
  if (!open && edit.base !== user) edit.follow(user);
  const form: Form = useForm({
    resolver: zodResolver(EditProfileForm),
    values: edit.shown,
    resetOptions: { keepDirtyValues: true },
  });
  // Undefined keeps the saved picture.
  const [picture, setPicture] = useState<string | null>();
  const close = () => {
    form.reset(undefined, { keepDirtyValues: false });
    setPicture(undefined);
    onOpenChange(false);
  };
  const save = useSave(edit, form, { picture, setPicture }, close);
  return (
    <FormDialog
      open={open}
      onClose={close}
      unsaved={form.formState.isDirty || picture !== undefined}
      title="Edit Profile"
      description="Members see your first name and picture, but never your last name or email."
      label="Save changes"
      busy={save.isPending}
      onSubmit={form.handleSubmit((profile) => save.mutate(profile))}
    >
      <FormProvider {...form}>
        <AvatarField
          name={user.firstName}
          value={picture === undefined ? edit.base.profileImageUrl : picture}
          onChange={setPicture}
          error={pictureProblem(save.error)}
        />
        {open && <QuotaLeft of="pictures" />}
        <Fields form={form} email={user.email} />
        {edit.notes(form)}
      </FormProvider>
    </FormDialog>
  );
}

function Fields({ form, email }: { form: Form; email: string }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          label="First Name"
          {...registerShown(form, 'firstName')}
          autoComplete="given-name"
        />
        <LastNameField optional />
      </div>
      <InputField
        label="Email"
        hint="Your email can't be changed."
        aria-required={undefined}
        type="email"
        value={email}
        readOnly
      />
      <PlaceFields optional />
      <BioField
        label="Bio"
        hint="Write at least 20 characters to complete your profile."
        optional
      />
      <ContactFields />
    </>
  );
}

/** Returns the server's error about the picture or its URL. */
function pictureProblem(error: unknown): string | undefined {
  const { fields } = failureOf(error);
  return fields?.['image'] ?? fields?.['profileImageUrl'];
}

/** Uploads a picture given as a data URL and returns its URL. */
async function uploadPicture(picture: string): Promise<string> {
  const body = fileIn(picture);
  const { url } = await call('POST /api/media/:use', { params: { use: 'avatar' }, body });
  return url;
}

type Edit = ReturnType<typeof useEdit<Account, Values>>;

interface PictureChoice {
  /** Undefined keeps the saved picture. */
  picture: string | null | undefined;
  setPicture: (picture: undefined) => void;
}

const pictureField = 'profileImageUrl';

const pictureConflict = ({ [pictureField]: theirs }: Record<string, unknown>) => ({
  name: pictureField,
  theirs,
  text: theirs ? 'A different picture' : 'No picture',
});

function useSave({ base, rebase }: Edit, form: Form, choice: PictureChoice, onSaved: () => void) {
  const client = useQueryClient();
  const { picture, setPicture } = choice;
  return useMutation({
    mutationFn: async ({ city, country, ...profile }: Profile) => {
      const saved = { ...base, location: joinLocation(splitLocation(base.location)) };
      const changes = changesTo({ ...profile, location: joinLocation({ city, country }) }, saved);
      const profileImageUrl = picture && (await uploadPicture(picture));
      const body = { ...changes, profileImageUrl, revision: base.revision };
      return call('PATCH /api/auth/user', { body });
    },
    onSuccess: (user) => {
      client.setQueryData(userQuery().queryKey, { user });
      void refresh(client, '/api/user', '/api/user/quotas', '/api/groups', '/api/events');
      toast({ title: 'Profile updated', tone: 'good' });
      onSaved();
    },
    onError: (error) => {
      const { current } = failureOf(error);
      if (current) {
        const ofPicture = { ...pictureConflict(current), take: () => setPicture(undefined) };
        return rebase(current, pictureField in current ? [ofPicture] : []);
      }
      toastFailure(
        'Error updating profile',
        error,
        'There was an error updating your profile. Please try again.',
      );
      applyFieldErrors(form, error);
    },
  });
}
