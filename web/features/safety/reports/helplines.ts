import { hotlines, type Hotline } from '#contract/safety/hotlines.ts';
import type { ReportKind } from '#contract/safety/report-kinds.ts';
import type { ReportCase } from '#contract/safety/reports.ts';

/** Services that help the person, as opposed to those that pursue the offender. */
const helplines: readonly Hotline[] = [
  {
    name: 'Samaritans',
    takes: 'anybody who finds it hard to go on, day and night, free of charge',
    url: 'https://www.samaritans.org/',
    phone: '116 123',
    kinds: ['self_harm'],
  },
  {
    name: 'NSPCC',
    takes: 'anybody who worries about a child',
    url: 'https://www.nspcc.org.uk/keeping-children-safe/reporting-abuse/',
    phone: '0808 800 5000',
    kinds: ['child_sexual_abuse', 'harm_to_children'],
  },
  {
    name: 'Revenge Porn Helpline',
    takes: 'adults whose intimate pictures are shared, or who are threatened with it',
    url: 'https://revengepornhelpline.org.uk/',
    phone: '0345 6000 459',
    kinds: ['intimate_images'],
  },
];

/** Services that help with this kind of problem, beside the people who run the site. */
export const helpFor = (kind: ReportKind): Hotline[] =>
  [...helplines, ...hotlines].filter(({ kinds }) => kinds.includes(kind));

/** All that a case can be handed to, those first whom it is for. */
export function theirsFirst(each: Pick<ReportCase, 'kinds'>): Hotline[] {
  const said = new Set(each.kinds.map(({ kind }) => kind));
  const isTheirs = ({ kinds }: Hotline) => kinds.some((kind) => said.has(kind));
  return hotlines.toSorted((a, b) => Number(isTheirs(b)) - Number(isTheirs(a)));
}
