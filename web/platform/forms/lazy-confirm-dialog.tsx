import { lazyPart } from '#web/platform/router/lazy-part.tsx';

/** A confirmation dialog whose script loads when it first opens. */
export const LazyConfirmDialog = lazyPart(async () => ({
  default: (await import('#web/ui/dialog.tsx')).ConfirmDialog,
}));
