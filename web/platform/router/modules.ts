import { tabStorage } from '#web/ui/tab-storage.ts';
import { toast } from '#web/ui/toast.ts';

/** Identifies the build, because file names contain a hash. */
const buildUrl = import.meta.url;
const reloadedFor = 'reloaded-for';

/**
 * Imports a module. If the site is up but the file is gone, there is a newer build: the page at
 * `address` reloads, once per tab and build, and the promise never settles.
 * @throws the error of `load` if a reload doesn't help
 */
export async function fetchModule<Module>(
  load: () => Promise<Module>,
  address?: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(await isSiteUp()) || !canReload()) throw error;
    if (address === undefined) window.location.reload();
    else window.location.assign(address);
    return new Promise(() => {});
  }
}

interface WaitOptions {
  /** The page to load; the current one by default. */
  address?: string;
  /** True for modules the visitor didn't ask for, which are retried without a toast. */
  quiet?: boolean;
}

/** Imports a module and, if that fails, lets the visitor try again from a toast. */
export async function waitForModule<Module>(
  load: () => Promise<Module>,
  { address, quiet = false }: WaitOptions = {},
): Promise<Module> {
  for (;;) {
    try {
      return await (quiet ? load() : fetchModule(load, address));
    } catch {
      await (quiet ? backOnline() : nextTry());
    }
  }
}

const isSiteUp = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Allows one reload per build. Without tab storage it allows none, to avoid a loop. */
function canReload(): boolean {
  if (tabStorage.get(reloadedFor) === buildUrl) return false;
  tabStorage.set(reloadedFor, buildUrl);
  return tabStorage.get(reloadedFor) === buildUrl;
}

const backOnline = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/** Resolves when the visitor presses 'Try again' or the browser is back online. */
function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    const close = toast({
      tone: 'danger',
      ...(navigator.onLine
        ? { title: 'Something went wrong', description: "We couldn't load part of this page." }
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
