import type { Row } from './report.ts';

const width = 860;
const left = 250;
const right = 150;
const rowHeight = 30;
const barHeight = 16;
const track = width - left - right;

/** The site's own colours in each theme. */
const style = `
  svg { font: 14px system-ui, sans-serif; }
  .paper { fill: #fbf5e9; }
  text { fill: #14231b; }
  .title { font-size: 19px; font-weight: 650; }
  .section { font-weight: 650; }
  .quiet { fill: #52615a; font-size: 12.5px; }
  .figure { font-variant-numeric: tabular-nums; font-weight: 600; }
  .track { fill: #efe4cd; }
  .bar { fill: #0e4f39; }
  .beyond { fill: #f4a91c; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0f1b15; }
    text { fill: #f1eadb; }
    .quiet { fill: #aab6aa; }
    .track { fill: #22342b; }
    .bar { fill: #8ed3ab; }
    .beyond { fill: #f6b73c; }
  }`;

const sections = [
  { limit: 'bare server', title: 'Signed out: of a bare HTTP server that sends the same bytes' },
  { limit: 'bare SQL', title: 'Signed in: of a bare server that runs the same SQL' },
  { limit: 'bare engine', title: 'Signed in, embedded: of a bare server that runs the same SQL' },
  { limit: 'bare rendering', title: 'Pages, signed in: of a bare server that draws the same page' },
] as const;

/** Draws each call's share of the machine's limit, as a picture for light and dark pages. */
export function drawChart(rows: Row[], madeOn: Date): string {
  const parts: string[] = [];
  let y = 40;
  const say = (x: number, text: string, name: string, more = '') =>
    parts.push(`<text x="${x}" y="${y}" class="${name}"${more}>${escape(text)}</text>`);
  say(28, 'How close to the limit', 'title');
  y += 22;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(madeOn);
  say(28, `Requests a second on two cores shared with database and load, ${day}`, 'quiet');
  for (const { limit, title } of sections) {
    const own = rows.filter((row) => row.limit === limit && isShown(row));
    if (own.length === 0) continue;
    y += 40;
    say(28, title, 'section');
    y += 8;
    for (const row of own) {
      y += rowHeight;
      parts.push(bar(row.ratio, y));
      say(28, named(row.name), '');
      say(width - 28, figureOf(row), 'figure', ' text-anchor="end"');
    }
  }
  const height = y + 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(spoken(rows))}">
<style>${style}
</style>
<rect width="${width}" height="${height}" rx="12" class="paper"/>
${parts.join('\n')}
</svg>
`;
}

/** Next to a bare server, a page rendered for one person is no more than a line. */
const isShown = ({ limit, name }: Row) => limit !== 'bare server' || !name.includes('sign');

function bar(ratio: number, y: number): string {
  const top = y - barHeight + 3;
  const rect = (length: number, name: string) =>
    `<rect x="${left}" y="${top}" width="${length.toFixed(1)}" height="${barHeight}" rx="4" class="${name}"/>`;
  return (
    rect(track, 'track') +
    rect(Math.max(4, track * Math.min(1, ratio)), ratio > 1 ? 'beyond' : 'bar')
  );
}

const named = (name: string) => {
  const plain = name.replace(', signed in', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const figureOf = ({ perSecond, ratio }: Row) =>
  `${whole.format(perSecond)} · ${Math.round(ratio * 100)} %`;

const spoken = (rows: Row[]) =>
  rows
    .map(
      (row) =>
        `${row.name}: ${whole.format(row.perSecond)} a second, ${Math.round(row.ratio * 100)} % of ${row.limit}`,
    )
    .join('; ');

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
