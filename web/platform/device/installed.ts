/** Tells whether the page runs in a window of its own, from the home screen. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  // Older iPhones say so by this alone.
  ('standalone' in navigator && navigator.standalone === true);

/** The browser's own offer to put the site on the home screen. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for the card, which asks at a better moment. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => setOffer(undefined));
}

export const installOffer = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: () => offer,
  /** An offer can be made once. Returns true if the site is installed. */
  make: async (): Promise<boolean> => {
    const answer = await offer?.prompt();
    setOffer(undefined);
    return answer?.outcome === 'accepted';
  },
};
