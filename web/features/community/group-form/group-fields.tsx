import { useEffect, useState, type ChangeEvent } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Audience } from '#contract/community/audience.ts';
import { groupTypes } from '#contract/community/groups.ts';
import { CoverField } from '#web/features/base/media/cover-field.tsx';
import { TownField } from '#web/features/base/accounts/town-field.tsx';
import { Checkbox, RadioCards } from '#web/ui/choices.tsx';
import { InputField, SelectField, TextareaField } from '#web/ui/field.tsx';
import { audienceOptions, nameReaderOptions, OpenToChoice } from './audience-options.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import { UncheckedValue } from '#web/platform/forms/posted.tsx';
import type { GroupFormOf } from './group-values.ts';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';
import { Options } from '#web/ui/options.tsx';

interface FieldsProps {
  form: GroupFormOf;
}

interface GroupFormFieldsProps extends FieldsProps {
  townHint: string;
  /** The group's town if the member enters none. */
  town?: string | undefined;
}

/** The fields to create or edit a group. */
export function GroupFormFields({ form, townHint, town }: GroupFormFieldsProps) {
  const joinPreset = useJoinPreset(form);
  return (
    <>
      <NameAndType form={form} />
      <FeeChoice form={form} />
      <JoinChoice form={form} onChosen={joinPreset.keep} />
      <AudienceChoice form={form} onChosen={joinPreset.follow} />
      <NamesChoice form={form} />
      <OpenToDefault form={form} />
      <Switch
        form={form}
        name="defaultPlacePublic"
        label="Everybody can see where new events are"
        description="Also people who aren’t signed in."
      />
      <Switch
        form={form}
        name="asksEverybody"
        label="Ask every member whether they come"
        description="You see who can’t come and who hasn’t said."
      />
      <TownField control={form.control} name="location" hint={townHint} placeholder={town} />
      <Picture form={form} />
      <Description form={form} />
    </>
  );
}

/** Presets joining by request for a group for under 18s, until the member chooses otherwise. */
function useJoinPreset(form: GroupFormOf) {
  const [wasChosen, setWasChosen] = useState(false);
  return {
    keep: () => setWasChosen(true),
    follow: (audience: string) => {
      if (wasChosen) return;
      const before = form.formState.defaultValues?.joinPolicy ?? 'open';
      form.setValue('joinPolicy', audience === 'under18' ? 'approval' : before);
    },
  };
}

function NameAndType({ form }: FieldsProps) {
  return (
    <>
      <InputField
        label="Group name"
        hint="3 to 100 characters"
        {...registerShown(form, 'name')}
        placeholder="Hebden Bridge Ramblers"
      />
      <SelectField label="Group type" {...registerShown(form, 'groupType')}>
        <option value="">Select a group type</option>
        <Options of={groupTypes.map((type) => [type, groupTypeLabels[type]])} />
      </SelectField>
    </>
  );
}

const Description = ({ form }: FieldsProps) => (
  <TextareaField
    label="Description"
    hint="At least 20 characters: what you do, how often and who's welcome."
    {...registerShown(form, 'description')}
    rows={6}
  />
);

const FeeChoice = ({ form }: FieldsProps) => (
  <RadioCards
    {...registerShown(form, 'chargeForEvents')}
    legend="Will you charge for events?"
    options={[
      { value: 'free', label: 'Free', description: "It's free to come along" },
      { value: 'paid', label: 'Paid', description: 'Some events have a fee' },
    ]}
  />
);

function JoinChoice({ form, onChosen }: FieldsProps & { onChosen: () => void }) {
  const joinPolicy = useWatch({ control: form.control, name: 'joinPolicy' });
  return (
    <>
      <RadioCards
        {...registerShown(form, 'joinPolicy', { onChange: onChosen })}
        legend="How do people join?"
        options={[
          { value: 'open', label: 'Anyone can join', description: "They're members straight away" },
          {
            value: 'approval',
            label: 'By request',
            description: 'An organiser approves each person',
          },
        ]}
      />
      {joinPolicy === 'approval' ? (
        <JoinQuestion form={form} />
      ) : (
        <noscript>{import.meta.env.SSR && <JoinQuestion form={form} />}</noscript>
      )}
    </>
  );
}

const JoinQuestion = ({ form }: FieldsProps) => (
  <InputField
    label="A question for people who ask to join"
    optional
    hint="Up to 140 characters. Everyone can see the question; only organisers and admins see the answers."
    {...registerShown(form, 'joinQuestion')}
    placeholder="What would you like to play?"
  />
);

interface AudienceChoiceProps extends FieldsProps {
  onChosen: (audience: string) => void;
}

function AudienceChoice({ form, onChosen }: AudienceChoiceProps) {
  const [audience, joinPolicy] = useWatch({
    control: form.control,
    name: ['audience', 'joinPolicy'],
  });
  const hint =
    audience === 'under18' && joinPolicy === 'approval'
      ? 'An organiser approves everyone who asks to join. You can change this above.'
      : undefined;
  return (
    <>
      <SelectField
        label="Who it's for"
        hint={hint}
        {...registerShown(form, 'audience', {
          onChange: (event: ChangeEvent<HTMLSelectElement>) => onChosen(event.target.value),
        })}
      >
        {audienceOptions}
      </SelectField>
      {asksForLead(audience, form) ? (
        <Safeguarding form={form} isNeeded={audience === 'under18'} />
      ) : (
        <noscript>{import.meta.env.SSR && <Safeguarding form={form} isNeeded={false} />}</noscript>
      )}
    </>
  );
}

/** Returns whether to show the safeguarding fields. A new group for everyone doesn't have them. */
const asksForLead = (audience: Audience, form: GroupFormOf) =>
  audience === 'all' ? Boolean(form.formState.defaultValues?.name) : audience !== 'adults';

function Safeguarding({ form, isNeeded }: FieldsProps & { isNeeded: boolean }) {
  const when = isNeeded
    ? 'An admin checks this before approving the group.'
    : 'You only need one if the group has events for under 18s.';
  return (
    <>
      <InputField
        label="Safeguarding lead"
        hint={`Who looks after the safety of children in this group. ${when}`}
        {...registerShown(form, 'safeguardingLead')}
      />
      <InputField
        label="How to contact them"
        hint="A phone number or an email address. Everyone who's signed in can see it on the group's page."
        {...registerShown(form, 'safeguardingContact')}
      />
    </>
  );
}

const NamesChoice = ({ form }: FieldsProps) => (
  <SelectField
    label="Who can see the names of people coming"
    hint="First names and pictures of people coming to your events. Organisers can always see them, and everyone can see how many are coming. You can change this for each event."
    {...registerShown(form, 'attendeeNames')}
  >
    {nameReaderOptions}
  </SelectField>
);

function OpenToDefault({ form }: FieldsProps) {
  const { control, setValue } = form;
  const membersOnly = useWatch({ control, name: 'audience' }) === 'under18';
  useEffect(() => {
    if (membersOnly) setValue('defaultOpenTo', 'members', { shouldDirty: true });
  }, [membersOnly, setValue]);
  return (
    <OpenToChoice
      {...registerShown(form, 'defaultOpenTo')}
      legend="Who can come to new events?"
      hint="You can change this for each event."
      membersOnly={membersOnly}
    />
  );
}

interface SwitchProps extends FieldsProps {
  name: 'defaultPlacePublic' | 'asksEverybody';
  label: string;
  description: string;
}

const Switch = ({ form, name, label, description }: SwitchProps) => (
  <div>
    <UncheckedValue name={name} />
    <Checkbox
      {...registerShown(form, name)}
      label={label}
      description={`${description} You can change this for each event.`}
    />
  </div>
);

function Picture({ form }: FieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'imageUrl' });
  return <CoverField {...field} error={fieldState.error?.message} />;
}
