import { pluralise } from '#contract/platform/counted.ts';

type Fields = Record<string, unknown>;
type ChangeText = (after: unknown, before: unknown) => string | undefined;

const choice =
  (yes: string, no: string): ChangeText =>
  (after) =>
    after === true ? yes : after === false ? no : undefined;

/** '40 things restored'; nothing for none. */
const counted =
  (write: (count: number) => string): ChangeText =>
  (after) =>
    typeof after === 'number' ? (after === 0 ? '' : write(after)) : undefined;

const deleted = (noun: string) => counted((count) => `${pluralise(count, noun)} deleted`);

const deletedOfOthers = (noun: string) =>
  counted((count) => `${pluralise(count, noun)} of others deleted`);

/** A change of a field as a sentence; '' where there is nothing to say. */
const changeWords: Partial<Record<string, ChangeText>> = {
  isActive: (after, before) =>
    after === true && before === false
      ? 'Can sign in again'
      : choice('Can sign in', 'Can’t sign in')(after, before),
  hidden: choice('Hidden', 'Shown'),
  isOrganizer: choice('Is an organiser', 'Is no organiser'),
  isBlocked: choice('Can’t come back', 'Can come back'),
  revoked: choice('No longer valid', 'Valid'),
  stopped: choice('Stopped', 'Goes on'),
  twoStep: choice('Two-step sign-in is on', 'Two-step sign-in is off'),
  safeguardingChecked: choice('The safeguarding lead was checked', 'No safeguarding lead checked'),
  role: (after) =>
    after === 'admin' ? 'Is an admin' : after === 'user' ? 'Is no admin' : undefined,
  restored: counted((count) => `${pluralise(count, 'thing')} restored`),
  lost: counted((count) => `${pluralise(count, 'thing')} could not be restored`),
  sessions: (_, before) =>
    typeof before === 'number' ? `Signed out of ${pluralise(before, 'session')}` : undefined,
  people: counted((count) => (count === 1 ? '1 person' : `${count} people`)),
  addresses: counted((count) => (count === 1 ? '1 address' : `${count} addresses`)),
  dates: counted((count) => pluralise(count, 'date')),
  comments: deleted('comment'),
  heldComments: counted((count) => `${pluralise(count, 'comment')} in review deleted`),
  memberships: deleted('membership'),
  requests: counted((count) => `${pluralise(count, 'request')} to join deleted`),
  rsvps: deleted('RSVP'),
  othersComments: deletedOfOthers('comment'),
  othersRsvps: deletedOfOthers('RSVP'),
  othersMemberships: deletedOfOthers('membership'),
  messages: deleted('message'),
  events: deleted('event'),
  groups: deleted('group'),
  fields: (after) =>
    Array.isArray(after) ? `Changed: ${after.map(fieldWords).join(', ')}` : undefined,
};

/** Writes a field's name as words: 'start time'. */
export const fieldWords = (name: unknown): string =>
  String(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Says what a field has become; undefined where only its values tell. */
export const changeInWords = (name: string, before: Fields, after: Fields): string | undefined =>
  Object.hasOwn(changeWords, name) ? changeWords[name]?.(after[name], before[name]) : undefined;
