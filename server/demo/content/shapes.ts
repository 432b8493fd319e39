import type { AttendeeNames, Audience, OpenTo } from '#contract/community/audience.ts';
import type { GroupType } from '#contract/community/groups.ts';

export type { GroupType };

export interface DemoMember {
  key: string;
  firstName: string;
  lastName: string;
  town: string;
  country: 'United Kingdom' | 'Ireland' | 'Other';
  bio: string;
}

/** One of the four demo sign-ins. The newcomer's profile is not complete: first name only. */
export interface DemoAccount {
  firstName: string;
  lastName?: string;
  town?: string;
  country?: DemoMember['country'];
  bio?: string;
}

/** Children by first name, with the keys of one or two adults; the first answers for them. */
export interface DemoHousehold {
  adults: [string, string?];
  children: { firstName: string; note?: string }[];
}

/**
 * `by` is a member's key, or `admin`, `organiser` or `member` for a demo sign-in. A negative time
 * is after the event.
 */
export interface DemoComment {
  by: string;
  daysBefore: number;
  text: string;
}

export interface DemoEvent {
  title: string;
  description: string;
  /** The full location, for members. */
  venue: string;
  /** The public location. */
  town: string;
  /** ISO: 1 is Monday. */
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** London wall time, 'HH:MM'. */
  start: string;
  minutes: number;
  /** Weeks from today's week, earliest first: negative is past, 0 this week. */
  weeks: number[];
  /** The dates are a weekly series; weeks in between, and bank holidays, are left out. */
  isSeries?: true;
  /**
   * One date each week from this week on: a date that is over moves to the end, so some are always
   * near.
   */
  isWeekly?: true;
  /** About how many of the group's members attend. */
  attendees: number;
  /** The capacity, guests included; unlimited without it. */
  capacity?: number;
  /** Guests allowed per attendee; every third attendee brings some. */
  guestsAllowed?: number;
  /** The deadline for RSVPs. */
  closesDaysBefore?: number;
  /** How many are on the waiting list of full events. */
  waiting?: number;
  /** Set if it differs from the group's. */
  audience?: Audience;
  /** Members by default. */
  openTo?: OpenTo;
  category?: GroupType;
  /** Comments on the first occurrence, `weeks[0]`. */
  comments?: DemoComment[];
}

/** A message from the owner to the members. */
export interface DemoMessage {
  subject: string;
  text: string;
  daysAgo: number;
  /** The number of emails that bounced. */
  failed?: number;
}

export interface DemoGroup {
  key: string;
  name: string;
  type: GroupType;
  chargeForEvents: 'free' | 'paid';
  joinPolicy: 'open' | 'approval';
  town: string;
  county: string;
  description: string;
  /** A member's key, or 'organiser' for the demo organiser. */
  owner: string;
  /** Everyone by default. */
  audience?: Audience;
  /** The people who see attendees' names; by default everyone who is signed in. */
  attendeeNames?: AttendeeNames;
  /**
   * Off by default: its events ask every member, and this is the note of the first who can't come.
   */
  cantCome?: string;
  /** Required for groups for under 18s. */
  safeguarding?: { lead: string; contact: string };
  /** Keys of people who are surely among the members. */
  regulars?: string[];
  /** About how many members the group has. */
  members: number;
  monthsOld: number;
  /** Approved by default. */
  status?: 'approved' | 'pending_approval';
  /** How long a pending group has waited for its review. */
  hoursWaiting?: number;
  events: DemoEvent[];
  messages?: DemoMessage[];
}
