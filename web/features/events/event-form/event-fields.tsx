import { useController } from 'react-hook-form';
import type { Group, GroupCard } from '#contract/community/groups.ts';
import { CoverField } from '#web/features/base/media/cover-field.tsx';
import { DateTimePair } from '#web/ui/date-time-field.tsx';
import { TownField } from '#web/features/base/accounts/town-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { InputField, SelectField, TextareaField } from '#web/ui/field.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { LastTime } from './venue-details.tsx';
import { today, type EventFormOf, closesLate, endsTooEarly } from './event-values.ts';
import { oddInputText } from '#contract/events/clock-changes.ts';
import { closesTooLate } from '#contract/events/event-times.ts';
import { toast } from '#web/ui/toast.ts';
import { Options } from '#web/ui/options.tsx';

interface GroupFieldProps {
  form: EventFormOf;
  groups: readonly Group[];
}

/** Category, audience and openness follow the group until the member chooses them. */
export function GroupField({ form, groups }: GroupFieldProps) {
  const followGroup = (groupId: string) => {
    const group = groups.find((each) => String(each.id) === groupId);
    if (!group) return;
    const shouldValidate = form.formState.isSubmitted;
    if (!form.getFieldState('categoryId').isTouched) {
      form.setValue('categoryId', String(group.categoryId), { shouldValidate });
    }
    if (!form.getFieldState('audience').isTouched) {
      form.setValue('audience', group.audience, { shouldValidate });
    }
    if (!form.getFieldState('openTo').isTouched) {
      form.setValue('openTo', group.defaultOpenTo, { shouldValidate });
    }
    if (!form.getFieldState('placePublic').isTouched) {
      form.setValue('placePublic', group.defaultPlacePublic);
    }
  };
  return (
    <SelectField
      label="Group"
      {...registerShown(form, 'groupId', {
        onChange: (event: { target: { value: string } }) => followGroup(event.target.value),
      })}
    >
      <option value="">Select a group</option>
      <Options of={groups.map(({ id, name }) => [id, name])} />
    </SelectField>
  );
}

interface CategoryFieldProps {
  form: EventFormOf;
  categories: readonly { id: number; name: string }[];
}

export const CategoryField = ({ form, categories }: CategoryFieldProps) => (
  <SelectField label="Category" {...registerShown(form, 'categoryId')}>
    <option value="">Select a category</option>
    <Options of={categories.map(({ id, name }) => [id, name])} />
  </SelectField>
);

export function TitleAndDescription({ form }: { form: EventFormOf }) {
  return (
    <>
      <InputField
        label="Event title"
        hint="5 to 200 characters"
        {...registerShown(form, 'title')}
        placeholder="Barn dance with a caller"
      />
      <TextareaField
        label="Description"
        hint="At least 20 characters: what happens, what to bring, who it suits."
        {...registerShown(form, 'description')}
        rows={6}
      />
    </>
  );
}

export function PictureField({ form }: { form: EventFormOf }) {
  const { field, fieldState } = useController({ name: 'imageUrl', control: form.control });
  return <CoverField {...field} error={fieldState.error?.message} />;
}

interface TimesProps {
  form: EventFormOf;
  /** The repeat rule's error about the first date. */
  startError?: string | undefined;
}

export function Times({ form, startError }: TimesProps) {
  const { control } = form;
  const start = useController({ name: 'startTime', control, rules: { deps: ['endTime'] } });
  const end = useController({ name: 'endTime', control });
  return (
    <div className="grid gap-3">
      <DateTimePair
        min={today()}
        start={{ ...timeOf(start, startError), hint: 'UK time' }}
        end={{ ...timeOf(end), hint: 'UK time, after the start' }}
      />
      <ClockChange start={start.field.value} end={end.field.value} />
    </div>
  );
}

/** Says what becomes of times in the hour that doesn't exist, or exists twice. */
const ClockChange = ({ start, end }: Record<'start' | 'end', string>) => {
  const notes = [oddInputText(start, 'starts'), oddInputText(end, 'ends')].filter(Boolean);
  return (
    <div role="status" className="empty:hidden">
      {notes.length > 0 && <Notice>{notes.join(' ')}</Notice>}
    </div>
  );
};

interface Controlled {
  field: {
    name: string;
    value: string;
    onChange: (value: string) => void;
    onBlur: () => void;
    ref: (input: HTMLInputElement | null) => void;
  };
  fieldState: { error?: { message?: string | undefined } | undefined };
}

const timeOf = (
  { field: { onChange, ...field }, fieldState }: Controlled,
  otherError?: string,
) => ({
  ...field,
  onValueChange: onChange,
  error: fieldState.error?.message ?? otherError,
});

interface LocationFieldProps {
  form: EventFormOf;
  /** True for a new event, to which what was said about the location last time may be offered. */
  isNew?: boolean;
}

export const LocationField = ({ form, isNew }: LocationFieldProps) => (
  <>
    <InputField
      label="Location"
      hint="The venue and how to find it."
      {...registerShown(form, 'location')}
      placeholder="St Mary's Church Hall"
    />
    {isNew && (
      <div role="status" className="empty:hidden">
        <LastTime form={form} />
      </div>
    )}
  </>
);

interface EventTownProps extends LocationFieldProps {
  /** The chosen group, whose town is the default for an empty town. */
  group?: Pick<GroupCard, 'location'> | undefined;
}

export const EventTown = ({ form, group, isNew }: EventTownProps) => (
  <TownField
    control={form.control}
    name="town"
    hint={
      isNew ? "Shown to everyone. Leave it empty to use the group's town." : 'Shown to everyone.'
    }
    placeholder={group?.location ?? undefined}
  />
);

/**
 * Checks the times early, because the schema compares them only when all other fields are valid.
 */
export function checkTimes(form: EventFormOf): void {
  const values = form.getValues();
  if (closesLate(values)) form.setError('rsvpClosesAt', { type: 'custom', message: closesTooLate });
  if (!endsTooEarly(values)) return;
  const message = 'End time must be after start time';
  form.setError('endTime', { type: 'custom', message });
  toast({ tone: 'danger', title: 'Invalid time range', description: message });
}
