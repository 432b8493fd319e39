import { useController } from 'react-hook-form';
import { groupTypes } from '../../../contract/groups.ts';
import { CoverField } from '../media/cover-field.tsx';
import { TownField } from '../locations/town-field.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { Field, Input, NativeSelect, Textarea } from '../../ui/field.tsx';
import type { GroupFormOf } from './group-values.ts';
import { groupTypeLabels } from './labels.ts';

interface FieldsProps {
  form: GroupFormOf;
}

interface GroupFormFieldsProps extends FieldsProps {
  townHint: string;
  /** The town it will be filed under when none is given. */
  town?: string | undefined;
}

/** The fields of a group, for starting one and for changing it. */
export const GroupFormFields = ({ form, townHint, town }: GroupFormFieldsProps) => (
  <>
    <NameAndType form={form} />
    <FeeChoice form={form} />
    <JoinChoice form={form} />
    <TownField control={form.control} name="location" hint={townHint} placeholder={town} />
    <Picture form={form} />
    <Field
      label="Description"
      hint="At least 20 characters: what you do, how often, and who is welcome."
      error={form.formState.errors.description?.message}
    >
      {(control) => <Textarea {...control} {...form.register('description')} rows={6} />}
    </Field>
  </>
);

function NameAndType({ form }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Group Name" hint="3 to 100 characters" error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...form.register('name')} placeholder="Hebden Bridge Ramblers" />
        )}
      </Field>
      <Field label="Group Type" error={errors.groupType?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register('groupType')}>
            <option value="">Select a group type</option>
            {groupTypes.map((type) => (
              <option key={type} value={type}>
                {groupTypeLabels[type]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}

const FeeChoice = ({ form }: FieldsProps) => (
  <RadioCards
    {...form.register('chargeForEvents')}
    legend="Will you charge for events?"
    error={form.formState.errors.chargeForEvents?.message}
    options={[
      { value: 'free', label: 'Free', description: 'Coming along costs nothing' },
      { value: 'paid', label: 'Paid', description: 'Some events have a fee' },
    ]}
  />
);

const JoinChoice = ({ form }: FieldsProps) => (
  <RadioCards
    {...form.register('joinPolicy')}
    legend="How do people join?"
    error={form.formState.errors.joinPolicy?.message}
    options={[
      { value: 'open', label: 'Anyone can join', description: 'They are members at once' },
      { value: 'approval', label: 'By request', description: 'An organiser approves each person' },
    ]}
  />
);

function Picture({ form }: FieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'imageUrl' });
  return <CoverField {...field} error={fieldState.error?.message} />;
}
