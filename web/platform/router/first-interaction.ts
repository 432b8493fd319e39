let interaction: Promise<void> | undefined;

/** Once a visitor does anything at all: what they may be about to want comes after what they see. */
export function firstInteraction(): Promise<void> {
  interaction ??= new Promise((resolve) => {
    const signs = ['pointermove', 'touchstart', 'keydown', 'scroll'];
    const notice = () => {
      for (const sign of signs) document.removeEventListener(sign, notice, true);
      resolve();
    };
    for (const sign of signs)
      document.addEventListener(sign, notice, { capture: true, passive: true });
  });
  return interaction;
}
