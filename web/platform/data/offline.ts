import { toast } from '../../ui/toast.ts';

let waiting: Promise<boolean> | undefined;

/** At once true while the browser has a line; else true when it is back, false for who gives up. Told as long as it lasts. */
export function backOnline(): Promise<boolean> {
  if (navigator.onLine) return Promise.resolve(true);
  waiting ??= waitForLine().finally(() => (waiting = undefined));
  return waiting;
}

/** All that waits goes out, or is given up, together. */
function waitForLine(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isBack: boolean) => {
      window.removeEventListener('online', back);
      close();
      resolve(isBack);
    };
    const back = () => end(true);
    const giveUp = () => end(false);
    const close = toast({
      title: "You're offline",
      description: 'Nothing has been sent yet. It goes out once you are back, if you stay on this site.',
      tone: 'danger',
      lasting: true,
      action: { label: 'Cancel', onSelect: giveUp },
      onDismiss: giveUp,
    });
    window.addEventListener('online', back);
  });
}
