import { dayOf, formatMoment } from '#contract/platform/dates.ts';
import type { EmbedQuery } from '#contract/events/embed.ts';
import type { EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { escapeHtml } from '#platform/html.ts';
import type { EmbeddedList } from '../queries.ts';
import { heightScript, inlineScript } from './scripts.ts';
import { styleFor } from './style.ts';

/** A page for the frame of another site, with its content security policy. */
export interface FramedPage {
  html: string;
  policy: string;
}

type Look = Pick<EmbedQuery, 'theme' | 'accent'>;

/** The list of events that another site embeds. */
export function listPage(found: EmbeddedList, query: EmbedQuery, siteName: string): FramedPage {
  const heading = headingOf(found, query);
  const items = found.events.map((event) => eventItem(event, found.group === undefined));
  const list =
    items.length > 0
      ? `<ul role="list">\n${items.join('\n')}\n</ul>`
      : `<p class="said">${emptyMessage(found)}</p>`;
  return framePage(query, `${heading} – ${siteName}`, [
    `<h1 dir="auto">${escapeHtml(heading)}</h1>`,
    list,
    `<p class="more">${linkHtml(seeAllHtml(found, query), `See all on ${siteName}`)}</p>`,
  ]);
}

/** A message in place of a list, with a link to the site. */
export function errorPage(
  message: { title: string; sentences: string[] },
  siteName: string,
): FramedPage {
  return framePage({ theme: 'auto', accent: undefined }, `${message.title} – ${siteName}`, [
    `<h1>${escapeHtml(message.title)}</h1>`,
    ...message.sentences.map((sentence) => `<p class="said">${escapeHtml(sentence)}</p>`),
    `<p class="more">${linkHtml(paths.events, `See all events on ${siteName}`)}</p>`,
  ]);
}

function framePage({ theme, accent }: Look, title: string, parts: string[]): FramedPage {
  const style = inlineScript(styleFor(theme, accent));
  const html = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<style>${style.source}</style>
</head>
<body>
<div class="bunting"></div>
<main>
${parts.join('\n')}
</main>
<script>${heightScript.source}</script>
</body>
</html>
`;
  return { html, policy: policyFor(style.hash) };
}

/** Any site may frame it. It loads and sends nothing, and runs only its inline script. */
const policyFor = (style: string) =>
  [
    "default-src 'none'",
    `style-src ${style}`,
    `script-src ${heightScript.hash}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

function headingOf(
  { group, category }: EmbeddedList,
  { location, near, q, free }: EmbedQuery,
): string {
  const kind = [free && 'Free', category].filter(Boolean).join(' · ');
  return [
    group ? `Events of ${group.name}` : 'Events',
    near ? `near ${near}` : location && `in ${location}`,
    q && `with “${q}”`,
    kind && `(${kind})`,
  ]
    .filter(Boolean)
    .join(' ');
}

const emptyMessage = ({ group }: EmbeddedList) =>
  group ? 'Nothing is planned at the moment.' : 'There is nothing like this at the moment.';

function seeAllHtml({ group }: EmbeddedList, query: EmbedQuery): string {
  if (group) return `${paths.group(group.id)}?tab=events`;
  const { location, category, near, within, access, online, q, free } = query;
  const params = {
    q,
    location,
    category: category?.toString(),
    near,
    within: within?.toString(),
    access: access?.join(','),
    online: online?.toString(),
    free: free && 'true',
  };
  const search = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return search.size > 0 ? `${paths.events}?${search}` : paths.events;
}

const linkHtml = (href: string, label: string, own = '') =>
  `<a href="${escapeHtml(href)}" target="_blank" rel="noopener"${own}>${escapeHtml(label)}<span class="unseen"> (opens in a new tab)</span></a>`;

function eventItem(event: EventCard, withGroup: boolean): string {
  const isOff = event.status === 'cancelled';
  const place = event.location ?? event.town ?? 'United Kingdom';
  const where = withGroup
    ? `${isolateBidi(event.group.name)} · ${isolateBidi(place)}`
    : isolateBidi(place);
  return `<li>
${calendarLeaf(event.startTime)}<div>
<h2 dir="auto">${linkHtml(paths.event(event.id), event.title, isOff ? ' class="off-title"' : '')}</h2>
<p><time datetime="${event.startTime}">${formatMoment(event.startTime)}</time></p>
<p class="where">${where}</p>
<p class="marks">${isOff ? '<span class="off">Cancelled</span>' : priceHtml(event)}</p>
</div></li>`;
}

const priceHtml = ({ free, priceText }: EventCard) =>
  priceText
    ? `<span>${isolateBidi(priceText)}</span>`
    : free
      ? '<span class="free">Free</span>'
      : '<span>May cost money</span>';

/** Isolates text of either direction from the text beside it. */
const isolateBidi = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;

/** A calendar leaf; hidden from screen readers, because the date also appears in words. */
function calendarLeaf(start: string): string {
  const day = dayOf(start);
  if (!day) return '';
  return `<div class="leaf" aria-hidden="true"><b>${day.weekday}</b><i>${day.day}</i><span>${day.month}</span></div>`;
}
