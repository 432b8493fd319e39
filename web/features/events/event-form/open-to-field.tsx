import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Audience } from '#contract/community/audience.ts';
import { OpenToChoice } from '#web/features/community/group-form/open-to-choice.tsx';
import { registerShown } from '#web/platform/forms/posted-values.ts';
import type { EventFormOf } from './event-values.ts';

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
