import type { ReactNode } from 'react';

export type ToastTone = 'default' | 'danger' | 'good';

interface ToastWords {
  title: string;
  description?: string | undefined;
  tone?: ToastTone | undefined;
  /** Stands beneath, and is read out to nobody as it changes: a countdown. */
  detail?: ReactNode;
}

export type ToastAction = { label: string } & ({ href: string } | { onSelect: () => void });

export interface ToastOptions extends ToastWords {
  action?: ToastAction | undefined;
  /** Stays until it is answered; others come before it and go again. */
  lasting?: boolean | undefined;
  /** Told when the visitor puts it away, or its time is up. */
  onDismiss?: (() => void) | undefined;
}

export interface ToastItem extends ToastOptions {
  id: number;
  open: boolean;
}

const removedAfter = 1_000_000;

let nextId = 1;
let items: readonly ToastItem[] = [];
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function replace(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}

const stays = (item: ToastItem) => item.lasting === true && item.open;

/** Shows a toast in the place of the one before; the answer takes it away again. */
export function toast(options: ToastOptions): () => void {
  const id = nextId++;
  replace([{ ...options, id, open: true }, ...items.filter(stays)]);
  return () => close(id);
}

/**
 * Closes a toast at once; it leaves the store much later, long after it has left the screen, or with the next one:
 * so one at the most is kept beside those that last, and one clock.
 */
function close(id: number): void {
  if (!items.some((item) => item.id === id && item.open)) return;
  replace(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  clearTimeout(removal);
  removal = setTimeout(() => replace(items.filter((item) => item.open)), removedAfter);
}

export const closeToast = ({ id }: ToastItem): void => close(id);

/** Puts a toast away unanswered. */
export function dismissToast({ id, onDismiss }: ToastItem): void {
  close(id);
  onDismiss?.();
}

/** Makes room for a dialog or a menu that opens; what lasts waits behind it. */
export function putToastsAway(): void {
  for (const item of items) if (!item.lasting) close(item.id);
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
