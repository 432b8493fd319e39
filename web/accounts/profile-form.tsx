import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import { countries, ProfileForm as ProfileSchema, type Account } from '../../contract/accounts.ts';
import { call } from '../api.ts';
import { applyFieldErrors } from '../form-errors.ts';
import { refresh } from '../queries.ts';
import { useSite } from '../site/site.tsx';
import { toastFailure } from '../toast-failure.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { Field, Input, NativeSelect, Textarea } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { userQuery } from './use-user.ts';

type Values = z.input<typeof ProfileSchema>;
type Profile = z.output<typeof ProfileSchema>;
type Form = UseFormReturn<Values, unknown, Profile>;

export function ProfileForm({ user, next }: { user: Account; next: string }) {
  const form: Form = useForm({
    resolver: zodResolver(ProfileSchema),
    defaultValues: valuesOf(user),
  });
  const complete = useCompletion(form, next);
  useUnsavedGuard(form.formState.isDirty && !complete.isSuccess);
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((profile) => complete.mutate(profile))}
      className="flex flex-col gap-6"
    >
      <PersonFields form={form} />
      <ContactFields form={form} />
      <Button type="submit" size="lg" busy={complete.isPending} busyLabel="Completing Profile...">
        Complete Profile & Join Community
      </Button>
    </form>
  );
}

function PersonFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Last Name" hint="Not shown publicly" error={errors.lastName?.message}>
        {(control) => (
          <Input {...control} {...form.register('lastName')} autoComplete="family-name" />
        )}
      </Field>
      <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
        <Field
          label="City or Town"
          hint="Real location validation coming soon"
          error={errors.city?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('city')} autoComplete="address-level2" />
          )}
        </Field>
        <Field label="Country" hint="Where your groups will meet" error={errors.country?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register('country')} autoComplete="country-name">
              {countries.map((country) => (
                <option key={country}>{country}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <Field
        label="About You"
        hint="At least 20 characters: what you enjoy, and what you would like to find here."
        error={errors.bio?.message}
      >
        {(control) => <Textarea {...control} {...form.register('bio')} />}
      </Field>
    </>
  );
}

function ContactFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Phone Number"
        hint="Only used for text messages, and only if you ask for them below."
        optional
        error={errors.phoneNumber?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('phoneNumber')} type="tel" autoComplete="tel" />
        )}
      </Field>
      <Checkbox
        label="Enable SMS Notifications"
        description="Event reminders and changes, direct messages, group updates, cancellations or time changes."
        {...form.register('smsNotifications')}
      />
    </>
  );
}

function useCompletion(form: Form, next: string) {
  const client = useQueryClient();
  const { name } = useSite();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ city, country, ...profile }: Profile) => {
      const body = { ...profile, location: `${city}, ${country}`, profileCompleted: true };
      return call('POST /api/complete-profile', { body });
    },
    onSuccess: ({ user }) => {
      client.setQueryData(userQuery().queryKey, { user });
      void refresh(client, '/api/');
      toast({ title: `Profile completed! Welcome to ${name}!`, tone: 'good' });
      navigate(next);
    },
    onError: (error) => {
      toastFailure('Please try again', error);
      applyFieldErrors(form, error);
    },
  });
}

function valuesOf(user: Account): Values {
  return {
    lastName: user.lastName ?? '',
    ...placeOf(user.location ?? ''),
    bio: user.bio ?? '',
    phoneNumber: user.phoneNumber ?? '',
    smsNotifications: user.smsNotifications,
  };
}

/** City and country from 'Keswick, United Kingdom'; a place without one of the countries is all city. */
function placeOf(location: string): Pick<Values, 'city' | 'country'> {
  const country = countries.find((each) => location.endsWith(`, ${each}`));
  return country
    ? { city: location.slice(0, -country.length - 2), country }
    : { city: location, country: 'United Kingdom' };
}
