/** The texts, place and times of an event of a calendar. */
export interface Facts {
  title: string;
  /** May be empty or too short for an event here, like the place. */
  description: string;
  location: string;
  onlineUrl: string | null;
  /** ISO 8601. */
  startTime: string;
  endTime: string;
}

/** A date of a series that differs from the others. */
export interface MovedDate extends Facts {
  /** The day in London that the rule gives it. */
  day: string;
}

/** How an event repeats here, with the times of its first date to come. */
export interface Repeats {
  rrule: string;
  /** The number of its dates, at least one. */
  dates: number;
  /** Days in London that the rule leaves out. */
  exdates: string[];
  moved: MovedDate[];
}

/** The fields that organisers have added to an event of a calendar. */
export interface Completion {
  location?: string | undefined;
  description?: string | undefined;
  town?: string | null | undefined;
  categoryId?: number | undefined;
}

/**
 * An event as it would become here. It is stored with its import and, once published, for later.
 */
export interface Draft extends Facts {
  uid: string;
  line: number;
  /** As in the calendar, to know later whether they have changed: RFC 5545. */
  source: { startTime: string; endTime: string; rule: string; excluded: string[] };
  repeats?: Repeats;
  /** Why it is one event although it repeats in the calendar. */
  reason?: string;
  isCancelled: boolean;
  warnings: string[];
  completion: Completion;
}

/** An event that can't be read. */
export interface RefusedEvent {
  uid: string;
  line: number;
  title: string;
  reason: string;
}

export type ImportEntry = Draft | RefusedEvent;
