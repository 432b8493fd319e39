import type { ReportKind } from './report-kinds.ts';

/**
 * An authority that accepts reports of crimes, with the kinds it accepts. For anyone in danger now,
 * the number is 999.
 */
export interface Hotline {
  name: string;
  /** Its subject, after the name: 'CEOP, for …'. */
  takes: string;
  url: string;
  phone: string | null;
  kinds: readonly ReportKind[];
}

export const hotlines: readonly Hotline[] = [
  {
    name: 'CEOP Safety Centre',
    takes: 'sexual abuse or grooming of a child online',
    url: 'https://www.ceop.police.uk/Safety-Centre/',
    phone: null,
    kinds: ['child_sexual_abuse', 'harm_to_children'],
  },
  {
    name: 'Internet Watch Foundation (IWF)',
    takes: 'pictures of the sexual abuse of children',
    url: 'https://report.iwf.org.uk/',
    phone: null,
    kinds: ['child_sexual_abuse'],
  },
  {
    name: 'Action Fraud (now Report Fraud)',
    takes: 'fraud and cyber crime',
    url: 'https://www.reportfraud.police.uk/',
    phone: '0300 123 2040',
    kinds: ['fraud', 'impersonation'],
  },
  {
    name: 'Action Counters Terrorism',
    takes: 'terrorism',
    url: 'https://act.campaign.gov.uk/',
    phone: '0800 789 321',
    kinds: ['terrorism'],
  },
  {
    name: 'The police',
    takes: 'any other crime; 999 where somebody is in danger now',
    url: 'https://www.police.uk/pu/contact-us/',
    phone: '101',
    kinds: [
      'hate',
      'harassment',
      'threats',
      'intimate_images',
      'self_harm',
      'drugs_weapons',
      'other_illegal',
    ],
  },
];
