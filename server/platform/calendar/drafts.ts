import type { CleanText, Raw } from '#contract/platform/clean-text.ts';
/** The texts, place and times of an event of a calendar. */
export interface Facts {
  title: CleanText;
  /** May be empty or too short for an event here, like the place. */
  description: CleanText;
  location: CleanText;
  onlineUrl: CleanText | null;
  /** ISO 8601. */
  startTime: CleanText;
  endTime: CleanText;
}

/** A date of a series that differs from the others. */
export interface MovedDate extends Facts {
  /** The day in London that the rule gives it. */
  day: CleanText;
}

/** How an event repeats here, with the times of its first date to come. */
export interface Repeats {
  rrule: CleanText;
  /** The number of its dates, at least one. */
  dates: number;
  /** Days in London that the rule leaves out. */
  exdates: CleanText[];
  moved: MovedDate[];
}

/** The fields that organisers have added to an event of a calendar. */
export interface Completion {
  location?: CleanText | undefined;
  description?: CleanText | undefined;
  town?: CleanText | null | undefined;
  categoryId?: number | undefined;
}

/**
 * An event as it would become here. It is stored with its import and, once published, for later.
 */
export interface Draft extends Facts {
  uid: CleanText;
  line: number;
  /** The date that it is of a series which its file doesn't have, by its day in London. */
  dateOf?: { uid: CleanText; day: CleanText };
  /** As in the calendar, to know later whether they have changed: RFC 5545. */
  source: { startTime: CleanText; endTime: CleanText; rule: CleanText; excluded: CleanText[] };
  repeats?: Repeats;
  /** Why it is one event although it repeats in the calendar. */
  reason?: CleanText;
  isCancelled: boolean;
  /** Why organisers should look twice before they publish it. */
  doubt?: CleanText | undefined;
  warnings: CleanText[];
  completion: Completion;
}

/** An event that can't be read. */
export interface RefusedEvent {
  uid: CleanText;
  line: number;
  title: CleanText;
  reason: CleanText;
  /** It stands for so many events, which are left out. */
  leftOut?: number;
}

export type ImportEntry = Draft | RefusedEvent;

/** A draft whose texts the reader of a calendar has yet to clean. */
export type RawDraft = Raw<Draft>;
