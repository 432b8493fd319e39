export type ToastTone = 'default' | 'danger' | 'good';

export interface ToastOptions {
  title: string;
  description?: string | undefined;
  tone?: ToastTone | undefined;
  action?: { label: string; href: string } | undefined;
}

export interface ToastItem extends ToastOptions {
  id: number;
  open: boolean;
}

const atMost = 1;
const removedAfter = 1_000_000;

let nextId = 1;
let items: readonly ToastItem[] = [];
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function replace(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}

export function toast(options: ToastOptions): void {
  replace([{ ...options, id: nextId++, open: true }, ...items].slice(0, atMost));
}

/**
 * Closes a toast at once; it leaves the store much later, long after it has left the screen, or with the next one:
 * so one at the most is kept, and one clock.
 */
export function dismissToast(id: number): void {
  if (!items.some((item) => item.id === id && item.open)) return;
  replace(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  clearTimeout(removal);
  removal = setTimeout(() => replace(items.filter((item) => item.open)), removedAfter);
}

const none: readonly ToastItem[] = [];

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => items,
  /** The store belongs to the browser: a server render never shows a toast. */
  serverSnapshot: () => none,
};
