// It comes with the first load: it is needed when nothing can be fetched.
import { pendingReason, type PendingReason } from '#web/ui/pending-reason.ts';
import { toast } from '#web/ui/toast.ts';

const offline: PendingReason = {
  title: "You're offline",
  description: 'Nothing has been sent yet. It goes out once you are back, if you stay on this site.',
};

const unreachable: PendingReason = {
  title: "We can't reach the site",
  description: 'We keep trying, and send it once the site is back, if you stay on this page.',
};

/**
 * Sends a call as soon as the browser is online and the site in reach, in sight of whoever waits for it.
 * Answers a sentence where they give up: then nothing was sent.
 */
export async function send(url: string, init: RequestInit): Promise<Response | string> {
  if (!navigator.onLine && !(await untilBack(offline, onceOnline)))
    return "You're offline, so nothing was sent.";
  const answer = await fetch(url, init).catch((error: unknown) => ({ error }));
  const isLost = 'error' in answer ? !init.signal?.aborted : fromGateway.has(answer.status);
  if (isLost && !(await isInReach())) {
    if (await untilBack(unreachable, onceReached)) return send(url, init);
    return "We couldn't reach the site, so nothing was sent.";
  }
  if ('error' in answer) throw answer.error;
  return answer;
}

/** The statuses a proxy answers while the server is down. The site itself also sends the last. */
const fromGateway = new Set([502, 503, 504]);

/** Whether the site is there at all, whatever it says of a call. */
async function isInReach(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ?? false;
}

let waiting: Promise<boolean> | undefined;

/** True once it is back, false for who gives up; one waits for all that is to be sent. */
function untilBack(why: PendingReason, onceBack: OnceBack): Promise<boolean> {
  waiting ??= waitFor(why, onceBack).finally(() => (waiting = undefined));
  return waiting;
}

/** Calls `tell` when the site is back, unless the returned function stops it first. */
type OnceBack = (tell: () => void) => () => void;

/** All that waits goes out, or is given up, together. */
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

function onceOnline(tell: () => void): () => void {
  window.addEventListener('online', tell);
  return () => window.removeEventListener('online', tell);
}

const askAgainAfter = 2_000;

function onceReached(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ask = async () => {
    if (await isInReach()) tell();
    else timer = setTimeout(ask, askAgainAfter);
  };
  timer = setTimeout(ask, askAgainAfter);
  return () => clearTimeout(timer);
}
