import {
  audienceOptions,
  nameReaderOptions,
  OpenToChoice,
} from '#web/features/community/group-form/audience-options.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { Field, NativeSelect } from '#web/ui/field.tsx';
import type { EventFormOf } from './event-values.ts';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Audience } from '#contract/community/audience.ts';

export const AudienceField = ({ form }: { form: EventFormOf }) => (
  <Field label="Who it's for" error={form.formState.errors.audience?.message}>
    {(control) => (
      <NativeSelect {...control} {...registerShown(form, 'audience')}>
        {audienceOptions}
      </NativeSelect>
    )}
  </Field>
);

/** The readers of attendees' names, and whether every member is asked. */
export function NamesAndAnswers({ form }: { form: EventFormOf }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Who can see the names of people coming"
        hint="First names and pictures. Organisers always see them, and everyone sees how many are coming."
        error={errors.attendeeNames?.message}
      >
        {(control) => (
          <NativeSelect {...control} {...registerShown(form, 'attendeeNames')}>
            <option value="">Same as the group</option>
            {nameReaderOptions}
          </NativeSelect>
        )}
      </Field>
      <Field
        label="Ask every member whether they come"
        hint="You see who can’t come and who hasn’t said."
        error={errors.asksEverybody?.message}
      >
        {(control) => (
          <NativeSelect {...control} {...registerShown(form, 'asksEverybody')}>
            <option value="">Same as the group</option>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </NativeSelect>
        )}
      </Field>
    </>
  );
}

interface OpenToFieldProps {
  form: EventFormOf;
  /** The event's group, once it is known. */
  group: { audience: Audience } | undefined;
}

export function OpenToField({ form, group }: OpenToFieldProps) {
  const { control, setValue, formState } = form;
  const [audience, openTo] = useWatch({ control, name: ['audience', 'openTo'] });
  const membersOnly = audience === 'under18' || group?.audience === 'under18';
  useEffect(() => {
    if (membersOnly) setValue('openTo', 'members', { shouldDirty: true });
  }, [membersOnly, setValue]);
  return (
    <OpenToChoice
      {...registerShown(form, 'openTo')}
      legend="Who can come?"
      hint={openTo ? undefined : "If you don't choose, we'll use your group's usual setting."}
      membersOnly={membersOnly}
      error={formState.errors.openTo?.message}
    />
  );
}
