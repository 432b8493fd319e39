import type { ReactNode } from 'react';

export type ToastTone = 'default' | 'danger' | 'good';

interface ToastWords {
  title: string;
  description?: string | undefined;
  tone?: ToastTone | undefined;
  /** Extra content that screen readers don't announce as it changes, such as a countdown. */
  detail?: ReactNode;
}

export type ToastAction = { label: string } & ({ href: string } | { onSelect: () => void });

export interface ToastOptions extends ToastWords {
  action?: ToastAction | undefined;
  /** Stays until somebody answers it, and shows again after later toasts have gone. */
  lasting?: boolean | undefined;
  /** Called when the toast is dismissed or times out. */
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

/** Shows a toast in place of the previous one. Returns a function that closes it. */
export function toast(options: ToastOptions): () => void {
  const id = nextId++;
  replace([{ ...options, id, open: true }, ...items.filter(stays)]);
  return () => close(id);
}

/**
 * Closes a toast at once. The store drops it much later, or with the next toast, so it keeps at
 * most one closed toast and one timer.
 */
function close(id: number): void {
  if (!items.some((item) => item.id === id && item.open)) return;
  replace(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  clearTimeout(removal);
  removal = setTimeout(() => replace(items.filter((item) => item.open)), removedAfter);
}

export const closeToast = ({ id }: ToastItem): void => close(id);

/** Dismisses a toast. */
export function dismissToast({ id, onDismiss }: ToastItem): void {
  close(id);
  onDismiss?.();
}

/** Dismisses toasts when a dialog or menu opens, except lasting ones. */
export function dismissToasts(): void {
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
  /** Empty on the server, which never renders a toast. */
  serverSnapshot: () => none,
};
