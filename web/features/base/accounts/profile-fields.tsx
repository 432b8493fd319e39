import { useFormContext } from 'react-hook-form';
import type { Account } from '#contract/base/accounts.ts';
import { countries } from '#contract/base/place-names.ts';
import { TownField } from './town-field.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { InputField, SelectField, TextareaField } from '#web/ui/field.tsx';
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

export function LastNameField({ optional = false, hint }: OptionalProps & { hint?: string }) {
  const form = useFormContext<ProfileValues>();
  return (
    <InputField
      label="Last Name"
      hint={hint}
      optional={optional}
      {...registerShown(form, 'lastName')}
      autoComplete="family-name"
    />
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
      <SelectField
        label="Country"
        hint={hint && 'Where your groups will meet'}
        error={formState.errors.country?.message}
        {...register('country')}
        autoComplete="country-name"
      >
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </SelectField>
    </div>
  );
}

export const completeKey = 'POST /api/complete-profile';

/** Without JavaScript, one field takes the town and country together, as the API does. */
export function PlaceWithoutScript({ location }: { location: string | null }) {
  const { typed, wrong } = usePosted(completeKey);
  return (
    <noscript>
      {import.meta.env.SSR && (
        <InputField
          label="Town and country"
          hint="For example ‘Ludlow, United Kingdom’"
          error={wrong.location}
          name="location"
          defaultValue={typed.location ?? location ?? ''}
        />
      )}
    </noscript>
  );
}

interface BioFieldProps extends OptionalProps {
  label: string;
  hint: string;
}

export function BioField({ label, hint, optional = false }: BioFieldProps) {
  const form = useFormContext<ProfileValues>();
  return (
    <TextareaField label={label} hint={hint} optional={optional} {...registerShown(form, 'bio')} />
  );
}

export function ContactFields() {
  const form = useFormContext<ProfileValues>();
  return (
    <>
      <InputField
        label="Phone Number"
        hint="We only use it for text messages, and only if you ask for them below."
        optional
        {...registerShown(form, 'phoneNumber')}
        type="tel"
        autoComplete="tel"
      />
      <Checkbox
        label="Enable SMS Notifications"
        description="Event reminders and changes, direct messages, group updates, cancellations or time changes."
        {...registerShown(form, 'smsNotifications')}
      />
    </>
  );
}
