/** A Wednesday in June, in British Summer Time. */
export const stoppedAt = new Date('2026-06-10T12:00:00Z');
