/** Lengths of time, in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
export const week = 7 * day;

/** How long a cancelled event can be put back. */
export const restoreTime = day;

/**
 * How long 'Going ✓' ignores presses after it appears: the second tap of a double tap would cancel.
 */
export const goingGuard = 2 * second;
