/** Why what was sent is still on its way. */
export interface PendingReason {
  title: string;
  description: string;
}

let now: PendingReason | undefined;
const listeners = new Set<() => void>();

/** The state that every busy button of a form reports beside itself. */
export const pendingReason = {
  set: (why: PendingReason | undefined) => {
    now = why;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: () => now,
};
