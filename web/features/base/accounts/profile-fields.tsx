import { useFormContext } from 'react-hook-form';
import { countries, type Account } from '#contract/base/accounts.ts';
import { TownField } from '#web/features/base/locations/town-field.tsx';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { Field, Input, NativeSelect, Textarea } from '#web/ui/field.tsx';
import { splitLocation } from './location.ts';

/** The fields of both the Complete Profile screen and the Edit dialog. */
export interface ProfileValues {
  lastName: string;
  city: string;
  country: (typeof countries)[number];
  bio: string;
  phoneNumber: string;
  smsNotifications: boolean;
}

export const profileValuesOf = (user: Account): ProfileValues => ({
  lastName: user.lastName ?? '',
  ...splitLocation(user.location),
  bio: user.bio ?? '',
  phoneNumber: user.phoneNumber ?? '',
  smsNotifications: user.smsNotifications,
});

interface OptionalProps {
  optional?: boolean;
}

const posted = 'POST /api/complete-profile';

export function LastNameField({ optional = false, hint }: OptionalProps & { hint?: string }) {
  const { typed, wrong } = usePosted(posted);
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <Field
      label="Last Name"
      hint={hint}
      optional={optional}
      error={formState.errors.lastName?.message ?? wrong.lastName}
    >
      {(control) => (
        <Input
          {...control}
          {...register('lastName')}
          defaultValue={typed.lastName}
          autoComplete="family-name"
        />
      )}
    </Field>
  );
}

export function PlaceFields({ optional = false, hint }: OptionalProps & { hint?: string }) {
  const { register, control: formControl, formState } = useFormContext<ProfileValues>();
  return (
    <div className="needs-script grid gap-6 sm:grid-cols-2 sm:items-start">
      <TownField
        control={formControl}
        name="city"
        label="City or Town"
        hint={hint}
        optional={optional}
      />
      <Field
        label="Country"
        hint={hint && 'Where your groups will meet'}
        error={formState.errors.country?.message}
      >
        {(control) => (
          <NativeSelect {...control} {...register('country')} autoComplete="country-name">
            {countries.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}

/** Without JavaScript, one field takes the town and country together, as the API does. */
export function PlaceWithoutScript() {
  const { typed, wrong } = usePosted(posted);
  return (
    <noscript>
      {import.meta.env.SSR && (
        <Field
          label="Town and country"
          hint="For example ‘Ludlow, United Kingdom’"
          error={wrong.location}
        >
          {(control) => <Input {...control} name="location" defaultValue={typed.location} />}
        </Field>
      )}
    </noscript>
  );
}

interface BioFieldProps extends OptionalProps {
  label: string;
  hint: string;
}

export function BioField({ label, hint, optional = false }: BioFieldProps) {
  const { typed, wrong } = usePosted(posted);
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <Field
      label={label}
      hint={hint}
      optional={optional}
      error={formState.errors.bio?.message ?? wrong.bio}
    >
      {(control) => <Textarea {...control} {...register('bio')} defaultValue={typed.bio} />}
    </Field>
  );
}

export function ContactFields() {
  const { register, formState } = useFormContext<ProfileValues>();
  return (
    <>
      <Field
        label="Phone Number"
        hint="We only use it for text messages, and only if you ask for them below."
        optional
        error={formState.errors.phoneNumber?.message}
      >
        {(control) => (
          <Input {...control} {...register('phoneNumber')} type="tel" autoComplete="tel" />
        )}
      </Field>
      <Checkbox
        label="Enable SMS Notifications"
        description="Event reminders and changes, direct messages, group updates, cancellations or time changes."
        {...register('smsNotifications')}
      />
    </>
  );
}
