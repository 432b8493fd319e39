import { z } from 'zod';

/** The people that an event or a group is for. */
export const audiences = ['all', 'adults', 'families', 'under18'] as const;
export const Audience = z.enum(audiences, 'Please select who it is for');
/** The audience in words, 'Adults only (18+)'; absent if the event is for everybody. */
export const audienceText = z.string().optional();
export type Audience = z.infer<typeof Audience>;

/** The people who see attendees' first names; organisers and admins always do. */
export const nameReaders = ['signed_in', 'members', 'organisers'] as const;
export const AttendeeNames = z.enum(
  nameReaders,
  'Please select who can see the names of people who are going',
);
export type AttendeeNames = z.infer<typeof AttendeeNames>;

/** The people who may come to an event: members of its group, or anybody with an email address. */
export const openTos = ['members', 'anyone'] as const;
export const OpenTo = z.enum(openTos, 'Please select who can come');
export type OpenTo = z.infer<typeof OpenTo>;
