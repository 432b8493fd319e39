/** Tells whether the page runs in a window of its own, from the home screen. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  // Older iPhones say so by this alone.
  ('standalone' in navigator && navigator.standalone === true);

/** The browser's own offer to put the site on the home screen. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** Kept by the document's first script (server/ssr/early.ts), since it comes only once. */
    installOffer?: InstallOffer | undefined;
  }
}

const changes = ['beforeinstallprompt', 'appinstalled', 'installofferspent'];

function spendOffer(): void {
  window.installOffer = undefined;
  window.dispatchEvent(new Event('installofferspent'));
}

export const installOffer = {
  subscribe: (listener: () => void) => {
    for (const change of changes) window.addEventListener(change, listener);
    return () => {
      for (const change of changes) window.removeEventListener(change, listener);
    };
  },
  now: () => window.installOffer,
  /** An offer can be made once. Returns true if the site is installed. */
  make: async (): Promise<boolean> => {
    const answer = await window.installOffer?.prompt();
    spendOffer();
    return answer?.outcome === 'accepted';
  },
};
