import { hashSource } from '#platform/http/content-policy.ts';

// Both run in browsers from their own source, so they can use nothing from outside.

/** On the embedded page: only tells the page around it its height. */
function reportHeight(): void {
  if (parent === window) return;
  const sendHeight = () =>
    parent.postMessage(Math.ceil(document.body.getBoundingClientRect().height), '*');
  addEventListener('message', (event) => {
    if (event.source === parent) sendHeight();
  });
  new ResizeObserver(sendHeight).observe(document.body);
}

/** On the page around it: sets our frames to the heights that they report. */
function fitFrames(): void {
  const own = document.currentScript;
  if (!(own instanceof HTMLScriptElement)) return;
  const { origin } = new URL(own.src);
  const frames = () =>
    [...document.querySelectorAll('iframe')].filter((frame) =>
      frame.src.startsWith(`${origin}/embed/`),
    );
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || !(typeof data === 'number' && data > 0 && data < 50_000)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame) frame.style.height = `${data}px`;
  });
  // Asks frames to repeat heights that they sent before this script was loaded.
  for (const frame of frames()) frame.contentWindow?.postMessage(0, '*');
}

const asSource = (run: () => void) => `(${run.toString()})()`;

/** An inline script with the hash that its content policy needs. */
export const inlineScript = (source: string) => ({ source, hash: hashSource(source) });

export const heightScript = inlineScript(asSource(reportHeight));
export const frameFitter = asSource(fitFrames);
