import type { AttendeeNames, Audience } from '#contract/community/audience.ts';
import { audienceWords } from '#contract/community/audience-words.ts';
import type { ComponentProps } from 'react';
import { useTakesGuests } from '#web/platform/site.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { Options } from '#web/ui/options.tsx';

const audienceLabels: Record<Audience, string> = { all: 'For everyone', ...audienceWords };

const readerLabels: Record<AttendeeNames, string> = {
  signed_in: 'Everyone who is signed in',
  members: 'Members of the group',
  organisers: 'Organisers only',
};

/** The audiences of an event or a group. */
export const audienceOptions = <Options of={Object.entries(audienceLabels)} />;

/** The choices of who can read attendees' first names. */
export const nameReaderOptions = <Options of={Object.entries(readerLabels)} />;

interface OpenToChoiceProps extends Omit<ComponentProps<typeof RadioCards>, 'options'> {
  /** Only members can come: the event or its group is for under 18s. */
  membersOnly: boolean;
}

/** The choice of who can come to an event, or to a group's new events. */
export function OpenToChoice({ membersOnly, hint, ...field }: OpenToChoiceProps) {
  const takesGuests = useTakesGuests();
  return (
    <RadioCards
      {...field}
      hint={membersOnly ? 'Events for under 18s are always for members of the group.' : hint}
      options={[
        {
          value: 'members',
          label: 'Members of the group',
          description: 'People join the group first',
        },
        {
          value: 'anyone',
          label: 'Anyone: no account needed',
          description: takesGuests
            ? 'A first name and an email address are enough'
            : 'This site can’t send email yet, so nobody can until it does',
          disabled: membersOnly,
        },
      ]}
    />
  );
}
