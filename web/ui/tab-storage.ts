/**
 * Session storage, which survives a reload but not the tab, so the next person at a shared computer
 * can't see it. Browsers may refuse it or run out of space; then nothing is stored.
 */
export const tabStorage = {
  get: (name: string): string | null => tryStorage((storage) => storage.getItem(name)) ?? null,
  set: (name: string, text: string): void => tryStorage((storage) => storage.setItem(name, text)),
  remove: (name: string): void => tryStorage((storage) => storage.removeItem(name)),
};

/** Returns whether a form has stored a draft. */
export const hasStoredDraft = (): boolean =>
  tryStorage((storage) => Object.keys(storage).some((name) => name.startsWith('draft:'))) ?? false;

function tryStorage<Answer>(use: (storage: Storage) => Answer): Answer | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
