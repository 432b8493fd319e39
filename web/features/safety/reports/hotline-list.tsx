import { type Hotline, hotlines } from '#contract/safety/hotlines.ts';
import type { ReportKind } from '#contract/safety/report-kinds.ts';
import type { ReportCase } from '#contract/safety/reports.ts';

/** Lists services with their website and phone number. */
export const HotlineList = ({ hotlines: shown }: { hotlines: readonly Hotline[] }) => (
  <ul className="flex flex-col">
    {shown.map(({ name, takes, url, phone }) => (
      <li key={name} className="py-1">
        <a href={url} target="_blank" rel="noopener noreferrer" className="link font-semibold">
          {name}
        </a>
        {phone && (
          <>
            {', '}
            <a href={`tel:${phone.replaceAll(' ', '')}`} className="link whitespace-nowrap">
              {phone}
            </a>
          </>
        )}
        {': '}
        {takes}
      </li>
    ))}
  </ul>
);

/** Services that help the victim rather than pursue the offender. */
const helplines: readonly Hotline[] = [
  {
    name: 'Samaritans',
    takes: "anyone who's finding it hard to go on, free, day and night",
    url: 'https://www.samaritans.org/',
    phone: '116 123',
    kinds: ['self_harm'],
  },
  {
    name: 'NSPCC',
    takes: 'anyone worried about a child',
    url: 'https://www.nspcc.org.uk/keeping-children-safe/reporting-abuse/',
    phone: '0808 800 5000',
    kinds: ['child_sexual_abuse', 'harm_to_children'],
  },
  {
    name: 'Revenge Porn Helpline',
    takes: "adults whose intimate pictures have been shared, or who've been threatened with it",
    url: 'https://revengepornhelpline.org.uk/',
    phone: '0345 6000 459',
    kinds: ['intimate_images'],
  },
];

/** Returns services that help with this kind of problem. */
export const helpFor = (kind: ReportKind): Hotline[] =>
  [...helplines, ...hotlines].filter(({ kinds }) => kinds.includes(kind));

/** Sorts all hotlines, with those for the case's kinds first. */
export function matchingFirst(each: Pick<ReportCase, 'kinds'>): Hotline[] {
  const reported = new Set(each.kinds.map(({ kind }) => kind));
  const isTheirs = ({ kinds }: Hotline) => kinds.some((kind) => reported.has(kind));
  return hotlines.toSorted((a, b) => Number(isTheirs(b)) - Number(isTheirs(a)));
}
