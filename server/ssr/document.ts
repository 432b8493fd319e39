import type { Head } from '#web/server.tsx';
import { feedPaths, feedTypes } from '#contract/events/feed-paths.ts';
import { escapeHtml } from '#platform/html.ts';
import type { Assets } from './assets.ts';
import { iconAddress, withLogo } from './icons.ts';
import { earlyScript } from './early.ts';
import { pictureSize } from './share/layout.ts';

/** The paper colour of each theme, for the browser's own bars around the page. */
export const themeColours = { light: '#fbf5e9', dark: '#0f1b15' };

const markIcons = `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">`;

const logoIcons = (logoUrl: string) =>
  ['/favicon.ico', '/icon-192.png']
    .map((path) => iconAddress(path, logoUrl))
    .map((href, at) => `<link rel="icon" href="${href}" type="image/png" sizes="${iconSizes[at]}">`)
    .join('\n');

const iconSizes = ['32x32', '192x192'];

/** Links a page to its icons; their addresses change with the logo. */
export const iconLinks = (logoUrl: string | null) => `${logoUrl ? logoIcons(logoUrl) : markIcons}
<link rel="apple-touch-icon" href="${iconAddress('/apple-touch-icon.png', logoUrl)}">
<link rel="manifest" href="${withLogo('/manifest.webmanifest', logoUrl)}">
<meta name="theme-color" content="${themeColours.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColours.dark}" media="(prefers-color-scheme: dark)">`;

/** Writes JSON for a script element: no character in it can end the element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

/** Links by which programs discover the page's feeds. */
function feedLinks({ feeds, title }: Head, siteName: string): string {
  if (feeds === undefined) return '';
  const ofSite = feeds === 'site';
  const name = escapeHtml(ofSite ? siteName : title);
  const calendar = ofSite ? feedPaths.eventsCalendar : feedPaths.groupCalendar(feeds);
  const atom = ofSite ? feedPaths.events : feedPaths.group(feeds);
  return `<link rel="alternate" type="${feedTypes.calendar}" title="Calendar: ${name}" href="${calendar}">
<link rel="alternate" type="${feedTypes.atom}" title="New events: ${name}" href="${atom}">
`;
}

type PreviewParts = Pick<Parts, 'siteName' | 'logoUrl' | 'address' | 'origin'>;

/** Tags by which other sites and messengers show a preview of a link to the page. */
function previewTags(head: Head, { siteName, logoUrl, address, origin }: PreviewParts): string {
  const title = escapeHtml(head.title);
  const image = escapeHtml(
    new URL(withLogo(head.image ?? '/share/site.png', logoUrl), origin).href,
  );
  return `<meta property="og:site_name" content="${escapeHtml(siteName)}">
<meta property="og:type" content="website">
<meta property="og:locale" content="en_GB">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${escapeHtml(head.description)}">
<meta property="og:url" content="${escapeHtml(address)}">
<meta property="og:image" content="${image}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${pictureSize.width}">
<meta property="og:image:height" content="${pictureSize.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image" content="${image}">
<meta name="twitter:image:alt" content="${title}">
`;
}

/** Hides what needs a script. */
export const scriptlessStyle = '.needs-script{display:none!important}';

interface Parts {
  html: string;
  poster: string;
  preloads: string;
  head: Head;
  state: object;
  assets: Assets;
  siteName: string;
  logoUrl: string | null;
  /** The style of the site's own colour; blank for the colours that it comes with. */
  accentStyle: string;
  /** The page's canonical address, without query parameters that only filter it. */
  address: string;
  origin: string;
}

/** Renders the whole HTML document of a page. */
export function renderDocument({
  html,
  poster,
  preloads,
  head,
  state,
  assets,
  siteName,
  logoUrl,
  accentStyle,
  address,
  origin,
}: Parts): string {
  const title = escapeHtml(head.title);
  const description = escapeHtml(head.description);
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${iconLinks(logoUrl)}
${feedLinks(head, siteName)}${head.keyed ? '' : `<link rel="canonical" href="${escapeHtml(address)}">\n`}${head.hidden ? '<meta name="robots" content="noindex">\n' : ''}${head.keyed ? '' : previewTags(head, { siteName, logoUrl, address, origin })}${head.data ? `<script type="application/ld+json">${scriptJson(head.data)}</script>\n` : ''}${assets.styles}${accentStyle && `\n<style>${accentStyle}</style>`}
${preloads}
${earlyScript}
${assets.scripts}
<noscript><style>${scriptlessStyle}</style></noscript>
</head>
<body>
<div id="root" class="flex min-h-dvh flex-col">${html}</div>
${poster && `<template id="poster" data-path="${escapeHtml(new URL(address).pathname)}">${poster}</template><noscript>${poster}</noscript>\n`}<script type="application/json" id="state">${scriptJson({ ...state, script: assets.script })}</script>
</body>
</html>
`;
}

/** In the site's colours and self-contained: when this page is needed, no other file may load. */
export const failureStyle = `
:root{color-scheme:light dark;--paper:#fbf5e9;--card:#fffdf7;--ink:#14231b;--muted:#52615a;--line:#e2d6bf;--deep:#0e4f39;--on:#fdf8ec}
@media(prefers-color-scheme:dark){:root{--paper:#0f1b15;--card:#18281f;--ink:#f1eadb;--muted:#aab6aa;--line:#31443a;--deep:#8ed3ab;--on:#06200f}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;width:min(34rem,100% - 2rem);padding:clamp(1.5rem,6vw,3rem);background:var(--card);border:1px solid var(--line);border-top:6px solid #f4a91c;border-radius:1rem}
h1{margin:0 0 .75rem;font-size:clamp(1.5rem,6vw,2rem);line-height:1.2;text-wrap:balance}
p{margin:0 0 1.5rem}
nav{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}
a{color:var(--deep)}a:first-child{padding:.625rem 1.25rem;border-radius:.625rem;background:var(--deep);color:var(--on);font-weight:600;text-decoration:none}
small{display:block;margin-top:2rem;color:var(--muted);font-size:.8125rem;overflow-wrap:anywhere}`;

/** Renders the document for a page that failed to render. */
export const failureDocument = (
  status: number,
  message: string,
  requestId: string,
) => `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escapeHtml(message)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${failureStyle}</style></head>
<body><main>
<h1>${escapeHtml(message)}</h1>
<p>Please try again in a moment. What you have saved here before is safe.</p>
<nav><a href="">Try again</a><a href="/">Back to the start page</a></nav>
<small>If it keeps happening, tell us this number: ${status}-${escapeHtml(requestId)}</small>
</main></body>
</html>
`;
