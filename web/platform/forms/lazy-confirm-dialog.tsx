import { lazyPart } from '#web/platform/router/lazy-part.tsx';

/** A dialog that asks before something is done; its script comes when somebody is first asked. */
export const LazyConfirmDialog = lazyPart(async () => ({
  default: (await import('#web/ui/dialog.tsx')).ConfirmDialog,
}));
