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

/** Chooses the audience and shows its current size. */
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
          This doesn't go to you, people who've muted the group, or people who haven't confirmed
          their email address. Nobody sees anyone else’s address. To write to people going to one
          event, start from its page.
        </p>
      </div>
    );
  }
  return (
    <RadioCards
      {...form.register('audience')}
      legend="To"
      hint="This goes to people who've muted the group, too, but not to you or to people who haven't confirmed their email address. Nobody sees anyone else’s address."
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
