import { mailtoLink } from '#contract/platform/links.ts';
import { escapeHtml } from '#platform/html.ts';
import { oneLine } from './site-text.ts';
import type { Page } from './plain-text.ts';

/** Keeps the line breaks of a paragraph. */
const proseHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

const fontStyle =
  "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:17px;line-height:1.6";
const smallFont = fontStyle.replace('17px', '14px').replace('1.6', '1.5');
const displayFont = `font-family:'Trebuchet MS','Segoe UI',Arial,sans-serif`;

/** For programs with a dark mode; all others read the inline styles. */
const atNight = `
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0f1b15 !important }
  .card { background-color: #18281f !important; border-color: #31443a !important }
  .ink { color: #f1eadb !important }
  .muted, .muted a { color: #aab6aa !important }
  .leaf { background-color: #22342b !important }
  .rule { border-color: #31443a !important }
}`;

/** On a phone the text needs the width of the margins. */
const onPhones = `
@media (max-width: 480px) {
  .edge { padding-left: 20px !important; padding-right: 20px !important }
  .fact th, .fact td { display: block !important; width: auto !important; padding: 0 16px !important }
  .fact th { padding-top: 10px !important }
  .fact td { padding-bottom: 10px !important }
}`;

const flagHtml = (colour: string) => `<span style="color:${colour}">&#9660;</span>`;

const flagColours = ['#f4a91c', '#d9532f', '#8ed3ab', '#f0d9a8'];

/**
 * Bunting from edge to edge, in letters, so it needs no picture. Spam filters count elements that
 * break a word into letters, so there is a space between two.
 */
const buntingHtml = `<div aria-hidden="true" style="height:16px;padding-left:10px;overflow:hidden;white-space:nowrap;font-size:18px;line-height:16px;letter-spacing:4px">${Array.from(
  { length: 21 },
  (_, index) => flagHtml(flagColours[index % flagColours.length] ?? ''),
).join(' ')}</div>`;

/**
 * The whole document: tables and inline styles, which every mail program renders, and no remote
 * pictures.
 */
export function renderHtml(page: Page): string {
  const { message, site } = page;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(oneLine(message.subject))}</title>
<style>:root { color-scheme: light dark; supported-color-schemes: light dark }${atNight}${onPhones}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#fbf5e9">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(oneLine(message.preheader))}${'&#8199;&#65279;&#847; '.repeat(40)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#fbf5e9">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed">
<tr><td style="background-color:#0e4f39;border-radius:12px 12px 0 0;overflow:hidden">
${buntingHtml}
<div class="edge" style="padding:16px 32px 24px;${displayFont};font-size:24px;line-height:1.2;font-weight:bold"><a href="${escapeHtml(site.origin)}" style="color:#fdf4e0;text-decoration:none">${logoHtml(page)}${escapeHtml(site.name)}</a></div>
</td></tr>
<tr><td class="card edge" style="background-color:#fffdf7;border:1px solid #e2d6bf;border-top:0;border-radius:0 0 12px 12px;padding:32px">
${paragraphHtml(page.greeting)}
${message.paragraphs.map(paragraphHtml).join('\n')}
${message.quote === undefined ? '' : quoteTable(message.quote)}${detailsTable(page)}${buttonTable(page)}${message.closing ? paragraphHtml(message.closing) : ''}
<p class="ink" style="margin:24px 0 0;color:#14231b;${fontStyle}">${proseHtml(page.signature)}</p>
</td></tr>
<tr><td class="muted edge" style="padding:20px 32px 0;color:#52615a;${smallFont}">${footerHtml(page)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The content id of the logo that comes with an email (RFC 2392). */
export const logoId = 'logo@site';

const logoHtml = ({ logoSource: source }: Page) =>
  source === undefined
    ? ''
    : `<img src="${escapeHtml(source)}" width="36" height="36" alt="" style="vertical-align:middle;margin-right:10px;border-radius:8px">`;

const paragraphHtml = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;color:#14231b;${fontStyle}">${proseHtml(text)}</p>`;

/** A link's text is its address; a full stop after it belongs to the sentence. */
const withLinks = (text: string) =>
  partsOf(text)
    .map(({ url, text: part }) =>
      url === undefined
        ? proseHtml(part)
        : `<a href="${escapeHtml(url)}" rel="nofollow noopener" class="ink" style="color:#14231b;text-decoration:underline;word-break:break-all">${escapeHtml(part)}</a>`,
    )
    .join('');

/** Sets text that a person wrote apart, so nobody takes it for the site's own words. */
function quoteTable(quote: string): string {
  const written = quote
    .split(/\n{2,}/)
    .map(
      (text) =>
        `<p dir="auto" class="ink" style="margin:0 0 12px;color:#14231b;${fontStyle}">${withLinks(text)}</p>`,
    )
    .join('\n');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="border-left:4px solid #f4a91c;padding:4px 0 0 16px;overflow-wrap:anywhere">
${written}
</td></tr></table>
`;
}

/** Keeps '4:30 PM' on one line. */
const factHtml = (text: string) => proseHtml(text).replaceAll(/(\d) ([AP]M)/g, '$1&nbsp;$2');

function detailsTable({ message: { details = [] } }: Page): string {
  if (details.length === 0) return '';
  const rows = details.map(({ label, value, was }) => {
    const before = was
      ? `<div class="muted" style="color:#52615a"><s>${factHtml(was)}</s></div>`
      : '';
    return `<tr class="fact"><th align="left" scope="row" valign="top" class="muted rule" style="padding:10px 16px;width:28%;color:#52615a;font-weight:normal;${smallFont}">${factHtml(label)}</th>
<td valign="top" class="ink rule" style="padding:10px 16px 10px 0;color:#14231b;${fontStyle};line-height:1.4">${before}<strong>${factHtml(value)}</strong></td></tr>`;
  });
  return `<table class="leaf" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;background-color:#fdeecb;border-left:4px solid #f4a91c">
${rows.join('\n')}
</table>
`;
}

function buttonTable({ message: { button } }: Page): string {
  if (!button) return '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#f4a91c" style="background-color:#f4a91c;border-radius:12px">
<a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 26px;color:#2a1a02;font-weight:bold;text-align:center;text-decoration:none;${fontStyle};line-height:1.3">${escapeHtml(button.label)}</a>
</td></tr></table>
`;
}

const linkHtml = (url: string, text: string) =>
  `<a href="${escapeHtml(url)}" class="muted" style="color:#52615a;text-decoration:underline">${escapeHtml(text)}</a>`;

function footerHtml({ reason, links, site }: Page): string {
  const mail = linkHtml(mailtoLink(site.supportEmail), site.supportEmail);
  return [
    escapeHtml(reason),
    ...links.map(({ label, url }) => linkHtml(url, label)),
    `Questions? ${mail}`,
  ].join('<br>');
}

interface Part {
  text: string;
  /** Set for a part that is an address. */
  url?: string;
}

const urlPattern = /https?:\/\/[^\s<>"'\u2018-\u201f]+/gi;

/**
 * Without punctuation at the end of the sentence; a bracket that opens within an address closes
 * within it.
 */
function withoutEnding(found: string): string {
  const endings = found.includes('(') ? '.,:;!?]}' : '.,:;!?)]}';
  let end = found.length;
  while (endings.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

/** Splits a text into the web addresses written out in it and the text between them. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(urlPattern)) {
    const url = withoutEnding(found);
    if (!URL.canParse(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: url, url });
    end = index + url.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts;
}
