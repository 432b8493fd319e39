// Measures React's bare `renderToString` of a page with all its data at hand, in a process of its
// own like the product.
import { once } from 'node:events';
import type * as web from '#web/server.tsx';
import type { Figures } from './bare-sql.ts';

export interface PageWork {
  /** A page of the running product, and its viewer's cookie. */
  url: string;
  cookie: string;
  seconds: number;
}

const [work] = (await once(process, 'message')) as [PageWork];
const page = await pageOf(work);
process.send?.(draw(page, work.seconds), () => process.exit(0));

/** Loads the build's own code, with the product's data for this page. */
async function pageOf({ url, cookie }: PageWork) {
  const { drawPage, readPage }: typeof web = await import(
    new URL('../../dist/server/server.js', import.meta.url).href
  );
  const address = new URL(url);
  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, address), { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  };
  const read = await readPage(address, siteIn(await (await ask(url)).text()), {
    read: async (path) => (await ask(path)).json(),
    readPage: async (path) => {
      const answer = await ask(path);
      const [, next = null] = /<([^<>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
      return { items: (await answer.json()) as unknown[], next };
    },
  });
  if ('redirect' in read) throw new Error(`${url} leads to ${read.redirect}`);
  return () => drawPage(read);
}

/** Reads the site's data from a page's document. */
function siteIn(document: string): web.Site {
  const [, state = ''] = /id="state">([^]*?)<\/script>/.exec(document) ?? [];
  return (JSON.parse(state) as { site: web.Site }).site;
}

/** Renders in a loop; the first second is not counted. */
function draw(once_: () => string, seconds: number): Figures {
  const warm = performance.now() + 1_000;
  const end = warm + seconds * 1_000;
  const times: number[] = [];
  for (let before = performance.now(); before < end;) {
    once_();
    const after = performance.now();
    if (before > warm) times.push(after - before);
    before = after;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
