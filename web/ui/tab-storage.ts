/**
 * The tab's own storage: what is kept there outlives a reload and goes with the tab, since the next person at the
 * machine has no business with it. A browser may refuse it, or have no room left; then nothing is kept.
 */
export const tabStorage = {
  get: (name: string): string | null => attempt((storage) => storage.getItem(name)) ?? null,
  set: (name: string, text: string): void => attempt((storage) => storage.setItem(name, text)),
  remove: (name: string): void => attempt((storage) => storage.removeItem(name)),
};

/** Whether a form has left what was typed into it. */
export const holdsDraft = (): boolean =>
  attempt((storage) => Object.keys(storage).some((name) => name.startsWith('draft:'))) ?? false;

function attempt<Answer>(use: (storage: Storage) => Answer): Answer | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
