import type { Event } from '#contract/events/events.ts';

/** Returns true if the viewer has any organiser or admin action on the event. */
export const isRun = ({ can }: Event) => can.edit || can.copy || can.message || can.cleanUp;
