import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Audience } from '#contract/events/messages.ts';
import { RadioCards } from '#web/ui/choices.tsx';
import type { ComposeFormOf } from './compose-values.ts';
import { audiencesQuery } from './queries.ts';
import type { Place } from './use-sending.ts';
import { audienceLabels, people } from './words.ts';

interface AudienceFieldProps {
  form: ComposeFormOf;
  place: Place;
  groupName: string;
}

/** Whom it is to, and how many that are now. */
export function AudienceField({ form, place, groupName }: AudienceFieldProps) {
  const { data: sizes } = useQuery(audiencesQuery(place.groupId, place.eventId));
  const asksForDonations = useWatch({ control: form.control, name: 'asksForDonations' });
  const sizeOf = (audience: Audience) => {
    const size = sizes?.find((each) => each.audience === audience);
    if (!size) return 'Counting...';
    return asksForDonations
      ? `${people(size.fundraising)} who chose ‘Fundraising’, of ${size.recipients}`
      : people(size.recipients);
  };
  if (place.eventId === undefined) {
    return (
      <div>
        <p className="font-semibold">To</p>
        <p className="wrap-anywhere">
          The members of {groupName}: {sizeOf('members')}
        </p>
        <p className="text-sm text-muted">
          Not to you, to those who have muted the group, or to those who have yet to confirm their
          address. Nobody sees anybody’s address. To write to the people of one event, begin from
          its page.
        </p>
      </div>
    );
  }
  return (
    <RadioCards
      {...form.register('audience')}
      legend="To"
      hint="Muted or not; not to you, or to those who have yet to confirm their address. Nobody sees anybody’s address."
      columns={1}
      error={form.formState.errors.audience?.message}
      options={(['going', 'waiting', 'all'] as const).map((audience) => ({
        value: audience,
        label: audienceLabels[audience],
        description: sizeOf(audience),
      }))}
    />
  );
}
