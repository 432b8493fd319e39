import type { AttendeeNames, Audience } from './audience.ts';

/** The label of an event or group that is not for everybody. */
export const audienceWords: Record<Exclude<Audience, 'all'>, string> = {
  adults: 'Adults only (18+)',
  families: 'For families',
  under18: 'For under 18s',
};

/** The field of an answer with the audience in words. */
export const audienceTextOf = (audience: Audience): { audienceText?: string } =>
  audience === 'all' ? {} : { audienceText: audienceWords[audience] };

const attendeeNamesWords: Record<AttendeeNames, string> = {
  signed_in: 'everyone who is signed in',
  members: 'members of the group only',
  organisers: 'the organisers only',
};

/** 'First names are shown to members of the group only.' */
export const attendeeNamesText = (names: AttendeeNames): string =>
  `First names are shown to ${attendeeNamesWords[names]}.`;
