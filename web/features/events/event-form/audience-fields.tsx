import {
  audienceOptions,
  nameReaderOptions,
  OpenToChoice,
} from '#web/features/community/group-form/audience-options.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { SelectField } from '#web/ui/field.tsx';
import type { EventFormOf } from './event-values.ts';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Audience } from '#contract/community/audience.ts';

export const AudienceField = ({ form }: { form: EventFormOf }) => (
  <SelectField label="Who it's for" {...registerShown(form, 'audience')}>
    {audienceOptions}
  </SelectField>
);

/** The readers of attendees' names, and whether every member is asked. */
export function NamesAndAnswers({ form }: { form: EventFormOf }) {
  return (
    <>
      <SelectField
        label="Who can see the names of people coming"
        hint="First names and pictures. Organisers always see them, and everyone sees how many are coming."
        {...registerShown(form, 'attendeeNames')}
      >
        <option value="">Same as the group</option>
        {nameReaderOptions}
      </SelectField>
      <SelectField
        label="Ask every member whether they come"
        hint="You see who can’t come and who hasn’t said."
        {...registerShown(form, 'asksEverybody')}
      >
        <option value="">Same as the group</option>
        <option value="true">Yes</option>
        <option value="false">No</option>
      </SelectField>
    </>
  );
}

interface OpenToFieldProps {
  form: EventFormOf;
  /** The event's group, once it is known. */
  group: { audience: Audience } | undefined;
}

export function OpenToField({ form, group }: OpenToFieldProps) {
  const { control, setValue } = form;
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
    />
  );
}
