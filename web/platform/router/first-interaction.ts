let firstInteractionPromise: Promise<void> | undefined;

/**
 * Resolves when the visitor first moves, touches, types or scrolls. Scripts for later use wait for
 * it.
 */
export function firstInteraction(): Promise<void> {
  firstInteractionPromise ??= new Promise((resolve) => {
    const signs = ['pointermove', 'touchstart', 'keydown', 'scroll'];
    const notice = () => {
      for (const sign of signs) document.removeEventListener(sign, notice, true);
      resolve();
    };
    for (const sign of signs)
      document.addEventListener(sign, notice, { capture: true, passive: true });
  });
  return firstInteractionPromise;
}
