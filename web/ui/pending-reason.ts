/** The reason why a request is still pending. */
export interface PendingReason {
  title: string;
  description: string;
}

let currentReason: PendingReason | undefined;
const listeners = new Set<() => void>();

/** The current reason, which every busy submit button shows. */
export const pendingReason = {
  set: (why: PendingReason | undefined) => {
    currentReason = why;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: () => currentReason,
};
