import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import { ProfileForm as ProfileSchema, type Account } from '#contract/base/accounts.ts';
import { call, urlOf } from '#web/platform/data/api.ts';
import { usePostedValues } from '#web/platform/forms/posted-values.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useSite } from '#web/platform/site.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts';
import { joinLocation } from './location.ts';
import {
  BioField,
  completeKey,
  ContactFields,
  LastNameField,
  PlaceFields,
  PlaceWithoutScript,
  profileValuesOf,
} from './profile-fields.tsx';
import { userQuery } from '#web/features/base/sign-in/use-user.ts';

type Values = z.input<typeof ProfileSchema>;
type Profile = z.output<typeof ProfileSchema>;
type Form = UseFormReturn<Values, unknown, Profile>;

export function ProfileForm({ user, next }: { user: Account; next: string }) {
  const { town } = useSite();
  const values = profileValuesOf(user);
  const form = useForm<Values, unknown, Profile>({
    resolver: zodResolver(ProfileSchema),
    ...usePostedValues<Values>(completeKey, { ...values, city: values.city || town }),
  });
  const complete = useCompletion(form, next);
  useUnsavedGuard(form.formState.isDirty && !complete.isSuccess);
  return (
    <FormProvider {...form}>
      <form
        method="post"
        action={urlOf(completeKey)}
        noValidate
        onSubmit={form.handleSubmit((profile) => complete.mutate(profile))}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="_next" value={next} />
        <LastNameField hint="Not shown publicly" />
        <PlaceWithoutScript location={user.location ?? town} />
        <PlaceFields hint="Real location validation coming soon" />
        <BioField
          label="About You"
          hint="At least 20 characters: what you enjoy and what you'd like to find here."
        />
        <ContactFields />
        <Button type="submit" size="lg" busy={complete.isPending} busyLabel="Completing Profile...">
          Complete Profile & Join Community
        </Button>
      </form>
    </FormProvider>
  );
}

function useCompletion(form: Form, next: string) {
  const client = useQueryClient();
  const { name } = useSite();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ city, country, ...profile }: Profile) => {
      const body = {
        ...profile,
        location: joinLocation({ city, country }),
        profileCompleted: true,
      };
      return call(completeKey, { body });
    },
    onSuccess: ({ user }) => {
      client.setQueryData(userQuery().queryKey, { user });
      void refresh(client, '/api/user', '/api/groups', '/api/events');
      toast({ title: `Profile completed! Welcome to ${name}!`, tone: 'good' });
      navigate(next);
    },
    onError: (error) => {
      toastFailure('Please try again', error);
      applyFieldErrors(form, error);
    },
  });
}
