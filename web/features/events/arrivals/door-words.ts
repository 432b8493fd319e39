import type { DoorParty } from '#contract/events/arrivals.ts';
import { londonZone } from '#contract/platform/dates.ts';
import type { DoorState } from './door-client.ts';
import { unsentOf, type OwnArrival } from './engine.ts';

export const nameOf = ({ firstName, lastInitial }: DoorParty) =>
  lastInitial ? `${firstName} ${lastInitial}` : firstName;

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: londonZone,
  hour: '2-digit',
  minute: '2-digit',
});

/** '19:42' */
export const clockTime = (at: string) => clock.format(new Date(at));

/** The label of the large button of a party that isn't here. */
export const hereLabel = (people: number) => (people === 1 ? 'Here' : `All ${people} here`);

/** How many of a party are here: '2 of 3 here'. */
export const hereWords = (here: number, people: number): string =>
  here < people ? `${here} of ${people} here` : here === 1 ? 'Here' : `${here} here`;

/** Where what was said on this phone is: on the phone alone, or with the site. */
export function savedWords({ kept, isOpen, isLasting }: DoorState): string {
  const unsent = unsentOf(kept).length;
  if (!isOpen) return 'Opening the list…';
  if (unsent > 0)
    return isLasting
      ? `Saved on this phone, ${unsent} not sent yet`
      : `${unsent} not sent yet. Keep this page open`;
  return kept.sentAt ? `All sent ${clockTime(kept.sentAt)}` : 'Nothing to send yet';
}

export function problemWords({ trouble }: DoorState): string | undefined {
  if (!trouble) return undefined;
  if (trouble.why === 'unreachable') return 'No connection. We’ll keep trying.';
  if (trouble.why === 'signed_out') return 'Please sign in again, so that it can be sent.';
  return trouble.message ?? 'The site didn’t take it.';
}

/** Says how far past its places the event is, or undefined. */
export function overWords(here: number, capacity: number | null): string | undefined {
  if (capacity === null || here <= capacity) return undefined;
  return `${here - capacity} over the ${capacity} places`;
}

/** Why the server refused a word. */
export const refusedWords = ({ refused }: OwnArrival) =>
  refused === 'not_found' ? 'no longer on the list' : 'not taken by the site';

/** Stops a spreadsheet from reading a name as a formula. */
const cell = (text: string) => `"${text.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`;

/** A file of what was not sent, for somebody to read or type in. */
export function unsentFile(words: readonly OwnArrival[]): Blob {
  const rows = words.map(({ id, name, walkIn, here, at }) =>
    [cell(walkIn?.name ?? name ?? `No. ${id}`), here, walkIn ? 'yes' : 'no', at].join(','),
  );
  return new Blob([['Name,Here,Walked in,Time', ...rows, ''].join('\r\n')], { type: 'text/csv' });
}
