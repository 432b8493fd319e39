import {
  audienceOptions,
  nameReaderOptions,
} from '#web/features/community/group-form/audience-options.tsx';
import { Field, NativeSelect } from '#web/ui/field.tsx';
import type { EventFormOf } from './event-values.ts';

/** For whom it is, and who reads the names of those who come. */
export function AudienceFields({ form }: { form: EventFormOf }) {
  const { errors, defaultValues } = form.formState;
  return (
    <>
      <Field label="Who It Is For" error={errors.audience?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            {...form.register('audience')}
            defaultValue={defaultValues?.audience}
          >
            {audienceOptions}
          </NativeSelect>
        )}
      </Field>
      <Field
        label="Who Sees the Names of Who Comes"
        hint="First names and pictures. Organisers always do; everyone sees how many come."
        error={errors.attendeeNames?.message}
      >
        {(control) => (
          <NativeSelect
            {...control}
            {...form.register('attendeeNames')}
            defaultValue={defaultValues?.attendeeNames}
          >
            <option value="">As the group has it</option>
            {nameReaderOptions}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}
