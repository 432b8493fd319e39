import type { AttendeeNames, Audience } from '#contract/community/audience.ts';
import { audienceWords } from '#contract/community/audience-words.ts';

const audiences: Record<Audience, string> = { all: 'For everyone', ...audienceWords };

const readers: Record<AttendeeNames, string> = {
  signed_in: 'Everyone who is signed in',
  members: 'Members of the group',
  organisers: 'Organisers only',
};

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** The audiences of an event or a group. */
export const audienceOptions = optionsOf(audiences);

/** The choices of who can read attendees' first names. */
export const nameReaderOptions = optionsOf(readers);
