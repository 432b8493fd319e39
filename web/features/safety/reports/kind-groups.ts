import { kindWords, type ReportKind } from '#contract/safety/report-kinds.ts';

/** Describes each kind of report for the person choosing one. */
const descriptions: Record<ReportKind, string> = {
  threats: "Someone says they'll hurt a person, or asks others to.",
  self_harm: 'Someone is told to hurt themself, or how to.',
  child_sexual_abuse: 'Pictures, grooming, or an adult who asks a child for sexual things.',
  harm_to_children: 'Not suitable for children who might see it or come along.',
  harassment: 'Someone is being pestered, frightened or followed, here or elsewhere.',
  hate: 'Because of race, religion, disability, sex, sexuality or being transgender.',
  intimate_images: 'Real or made by a computer, or a threat to share them.',
  impersonation: 'A name or a picture that belongs to another person or organisation.',
  terrorism: 'Praises it, plans it, or asks others to join.',
  fraud: 'Tricking people out of money or details, such as a fake ticket or charity.',
  drugs_weapons: 'Offering them, selling them or asking for them.',
  other_illegal: 'Tell us below what it is.',
  spam: 'Adverts, or the same thing again and again.',
  not_as_described: "The event, group or person isn't what their page says.",
  other: 'It breaks the rules here, or worries you. Tell us below what it is.',
};

interface KindGroup {
  legend: string;
  kinds: readonly ReportKind[];
}

/**
 * Dangerous kinds come first, so that someone in distress finds theirs quickly.
 */
const groups: readonly KindGroup[] = [
  {
    legend: 'Someone is in danger, or could be',
    kinds: ['threats', 'self_harm', 'child_sexual_abuse', 'harm_to_children'],
  },
  {
    legend: "It's aimed at me or someone else",
    kinds: ['harassment', 'hate', 'intimate_images', 'impersonation'],
  },
  {
    legend: "It's against the law",
    kinds: ['fraud', 'terrorism', 'drugs_weapons', 'other_illegal'],
  },
  { legend: "It doesn't belong here", kinds: ['spam', 'not_as_described', 'other'] },
];

export const kindGroups = groups.map(({ legend, kinds }) => ({
  legend,
  options: kinds.map((value) => ({
    value,
    label: kindWords[value],
    description: descriptions[value],
  })),
}));
