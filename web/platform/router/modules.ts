import { tabStorage } from '#web/ui/tab-storage.ts';
import { toast } from '#web/ui/toast.ts';

/** Another build has other files: this file's name stands for the build it is of. */
const build = import.meta.url;
const reloadedFor = 'reloaded-for';

/**
 * Fetches a script of the site. A site that answers but has the script no longer is of a newer build: then the
 * document at `address` is loaded anew, once in a tab for each build, and this never comes to an end.
 * @throws what `load` throws, where that does not help
 */
export async function fetchModule<Module>(
  load: () => Promise<Module>,
  address?: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(await isThere()) || !mayReload()) throw error;
    if (address === undefined) window.location.reload();
    else window.location.assign(address);
    return new Promise(() => {});
  }
}

interface Waiting {
  /** Where the visitor is going; the page they are on where it is left out. */
  address?: string;
  /** For what nobody has asked for: it comes when the line is back, and nothing is said. */
  quiet?: boolean;
}

/** Fetches a script of the site; where it can't be had, what stands stays, and the visitor can try again. */
export async function waitForModule<Module>(
  load: () => Promise<Module>,
  { address, quiet = false }: Waiting = {},
): Promise<Module> {
  for (;;) {
    try {
      return await (quiet ? load() : fetchModule(load, address));
    } catch {
      await (quiet ? backOnLine() : anotherTry());
    }
  }
}

const isThere = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A tab that keeps nothing could go on for ever: it does without. */
function mayReload(): boolean {
  if (tabStorage.get(reloadedFor) === build) return false;
  tabStorage.set(reloadedFor, build);
  return tabStorage.get(reloadedFor) === build;
}

const backOnLine = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/** When the visitor asks for it, or the line is back. */
function anotherTry(): Promise<void> {
  return new Promise((resolve) => {
    const close = toast({
      tone: 'danger',
      ...(navigator.onLine
        ? { title: 'Something went wrong', description: 'Part of this page could not be loaded.' }
        : { title: "You're offline", description: "We'll carry on when you're back online." }),
      lasting: true,
      action: { label: 'Try again', onSelect: () => again() },
    });
    const again = () => {
      window.removeEventListener('online', again);
      close();
      resolve();
    };
    window.addEventListener('online', again);
  });
}
