import type { Event } from '#contract/events/events.ts';

/** Whether there is anything that the viewer can do with an event beside going there. */
export const isRun = ({ can }: Event) => can.edit || can.copy || can.message || can.cleanUp;
