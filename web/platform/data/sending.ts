// This module is part of the first load, because it's needed when nothing can be fetched.
import { pendingReason, type PendingReason } from '#web/ui/pending-reason.ts';
import { toast } from '#web/ui/toast.ts';

const offlineReason: PendingReason = {
  title: "You're offline",
  description:
    "Nothing has been sent yet. We'll send it when you're back online, if you stay on this site.",
};

const unreachableReason: PendingReason = {
  title: "We can't reach the site",
  description: "We'll keep trying and send it when the site is back, if you stay on this page.",
};

/**
 * Sends a request once the browser is online and the site is up, and shows a toast while it waits.
 * Returns a message if the visitor cancels; nothing was sent then.
 */
export async function sendWhenReachable(
  url: string,
  init: RequestInit,
): Promise<Response | string> {
  if (!navigator.onLine && !(await untilBack(offlineReason, onceOnline)))
    return "You're offline, so nothing was sent.";
  const answer = await fetch(url, init).catch((error: unknown) => ({ error }));
  const isLost = 'error' in answer ? !init.signal?.aborted : fromGateway.has(answer.status);
  if (isLost && !(await isReachable())) {
    if (await untilBack(unreachableReason, onceReached)) return sendWhenReachable(url, init);
    return "We couldn't reach the site, so nothing was sent.";
  }
  if ('error' in answer) throw answer.error;
  return answer;
}

/** Statuses that a proxy returns while the server is down. The site itself may also return 504. */
const fromGateway = new Set([502, 503, 504]);

/** Returns true if the site is up. */
async function isReachable(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ?? false;
}

let pendingCheck: Promise<boolean> | undefined;

/**
 * Resolves to true when the connection is back, or false if the visitor cancels. All requests share
 * one wait.
 */
function untilBack(why: PendingReason, onceBack: OnceBack): Promise<boolean> {
  pendingCheck ??= waitFor(why, onceBack).finally(() => (pendingCheck = undefined));
  return pendingCheck;
}

/** Calls `onBack` when the connection is back. Returns a function that stops waiting. */
type OnceBack = (onBack: () => void) => () => void;

/** Shows one toast for all waiting requests, which are sent or cancelled together. */
function waitFor(why: PendingReason, onceBack: OnceBack): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isBack: boolean) => {
      stop();
      close();
      pendingReason.set(undefined);
      resolve(isBack);
    };
    const giveUp = () => end(false);
    pendingReason.set(why);
    const stop = onceBack(() => end(true));
    const close = toast({
      ...why,
      tone: 'danger',
      lasting: true,
      action: { label: 'Cancel', onSelect: giveUp },
      onDismiss: giveUp,
    });
  });
}

function onceOnline(onBack: () => void): () => void {
  window.addEventListener('online', onBack);
  return () => window.removeEventListener('online', onBack);
}

const retryDelay = 2_000;

function onceReached(onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const check = async () => {
    if (await isReachable()) onBack();
    else timer = setTimeout(check, retryDelay);
  };
  timer = setTimeout(check, retryDelay);
  return () => clearTimeout(timer);
}
