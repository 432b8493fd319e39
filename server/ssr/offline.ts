import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/platform/paths.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { allowStyles } from '#platform/http/content-policy.ts';
import type { Deps } from '#platform/http/deps.ts';
import { escapeHtml } from '#platform/html.ts';
import { failureStyle, iconLinks } from './document.ts';

const style = `${failureStyle}
svg{display:block;width:min(13rem,60%);margin:0 auto 1.5rem}`;

/** A hall under its bunting, and a sign that has lost its waves. */
const drawing = `<svg viewBox="0 0 208 120" aria-hidden="true" fill="none" stroke-linecap="round" stroke-linejoin="round">
<path d="M4 14Q104 52 204 14" stroke="var(--muted)" stroke-width="2"/>
<path d="m26 22 16 5-10 15zM104 33l16-1-8 16zM184 22l-16 5 10 15z" fill="#f4a91c"/><path d="m62 30 17 2-10 15zM146 30l-17 2 10 15z" fill="#d9532f"/>
<path d="M52 112V76l36-24 36 24v36z" fill="var(--line)" stroke="var(--deep)" stroke-width="4"/>
<path d="M79 112V90a9 9 0 0 1 18 0v22" fill="var(--card)" stroke="var(--deep)" stroke-width="4"/>
<path d="M36 112h136" stroke="var(--deep)" stroke-width="4"/>
<path d="M156 112V86" stroke="var(--muted)" stroke-width="4"/><circle cx="156" cy="80" r="4" fill="var(--muted)"/>
<path d="M146 71a13 13 0 0 1 20 0M139 63a23 23 0 0 1 34 0" stroke="var(--muted)" stroke-width="4" stroke-dasharray="1 9"/>
</svg>`;

const offlineDocument = (siteName: string, logoUrl: string | null) => `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>You’re offline – ${escapeHtml(siteName)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${iconLinks(logoUrl)}
<style>${style}</style>
<script src="/offline.js" defer></script></head>
<body><main>
${drawing}
<h1>You’re offline</h1>
<p>This page needs a connection. It opens by itself as soon as you’re back.</p>
<nav><a href="${paths.myEvents}">My Events</a><a href="">Try again</a></nav>
</main></body>
</html>
`;

/** Serves the page that the service worker keeps, and answers with where there is no network. */
export function mountOffline(
  app: FastifyInstance,
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): void {
  app.get('/offline', async (_, reply) => {
    const { siteName, logoUrl } = await currentSettings(db, null, config, clock());
    allowStyles(reply, { elements: [style] });
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(offlineDocument(siteName, logoUrl));
  });
}
