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
let toastItems: readonly ToastItem[] = [];
let removalTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function replaceItems(next: readonly ToastItem[]) {
  toastItems = next;
  for (const listener of listeners) listener();
}

const staysOpen = (item: ToastItem) => item.lasting === true && item.open;

/** Shows a toast in place of the previous one. Returns a function that closes it. */
export function toast(options: ToastOptions): () => void {
  const id = nextId++;
  replaceItems([{ ...options, id, open: true }, ...toastItems.filter(staysOpen)]);
  return () => closeById(id);
}

/**
 * Closes a toast at once. The store drops it much later, or with the next toast, so it keeps at
 * most one closed toast and one timer.
 */
function closeById(id: number): void {
  if (!toastItems.some((item) => item.id === id && item.open)) return;
  replaceItems(toastItems.map((item) => (item.id === id ? { ...item, open: false } : item)));
  clearTimeout(removalTimer);
  removalTimer = setTimeout(
    () => replaceItems(toastItems.filter((item) => item.open)),
    removedAfter,
  );
}

export const closeToast = ({ id }: ToastItem): void => closeById(id);

export function dismissToast({ id, onDismiss }: ToastItem): void {
  closeById(id);
  onDismiss?.();
}

/** Dismisses toasts when a dialog or menu opens, except lasting ones. */
export function dismissToasts(): void {
  for (const item of toastItems) if (!item.lasting) closeById(item.id);
}

const noItems: readonly ToastItem[] = [];

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => toastItems,
  /** Empty on the server, which never renders a toast. */
  serverSnapshot: () => noItems,
};
