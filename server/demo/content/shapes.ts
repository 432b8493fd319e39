import type { AttendeeNames, Audience } from '#contract/community/audience.ts';
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

/** `by` is a member's key, or `admin`, `organiser`, `member` for a demo sign-in. Negative: after the event. */
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
  /** Week offsets from today's week, earliest first: negative is past, 0 this week. */
  weeks: number[];
  /** They are a series, every week; weeks in between, and bank holidays, are left out. */
  isSeries?: true;
  /** One each week from this week on: a date that is over moves to the end, so that some are always near. */
  isWeekly?: true;
  /** About how many of the group's members go. */
  attendees: number;
  /** How many fit, guests included; without it everyone does. */
  capacity?: number;
  /** How many each may bring; every third of those who go brings some. */
  guestsAllowed?: number;
  /** Until when one can say so. */
  closesDaysBefore?: number;
  /** How many wait for a place at those that are full. */
  waiting?: number;
  /** Where it differs from the group's. */
  audience?: Audience;
  category?: GroupType;
  /** They stand on the first occurrence, `weeks[0]`. */
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
  /** Default: everyone. */
  audience?: Audience;
  /** The people who see attendees' names; by default everyone who is signed in. */
  attendeeNames?: AttendeeNames;
  /** Required for groups for under 18s. */
  safeguarding?: { lead: string; contact: string };
  /** About how many of all members belong. */
  members: number;
  monthsOld: number;
  /** Default: approved. */
  status?: 'approved' | 'pending_approval';
  /** How long a pending one has waited for its review. */
  hoursWaiting?: number;
  events: DemoEvent[];
  messages?: DemoMessage[];
}
