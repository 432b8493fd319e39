import { kindWords, type ReportKind } from '#contract/safety/report-kinds.ts';

/** Describes each kind of report for the person choosing one. */
const descriptions: Record<ReportKind, string> = {
  threats: 'Somebody says they will hurt a person, or calls on others to.',
  self_harm: 'Somebody is told how to hurt themself, or to do it.',
  child_sexual_abuse: 'Pictures, grooming, or an adult who asks a child for sexual things.',
  harm_to_children: 'Not fit for a child who may see it or come along.',
  harassment: 'Somebody is pestered, frightened or followed, here or elsewhere.',
  hate: 'For race, religion, disability, sex, sexuality or being transgender.',
  intimate_images: 'Real or made by a computer; or a threat to share them.',
  impersonation: 'A name or a picture that belongs to another person or organisation.',
  terrorism: 'Praises it, plans it, or asks others to join.',
  fraud: 'Money or details asked for by pretence: a false ticket, a false charity.',
  drugs_weapons: 'Or offering them, or asking for them.',
  other_illegal: 'Say below what it is.',
  spam: 'Or the same again and again.',
  not_as_described: 'The event, the group or the person is other than its page tells.',
  other: 'It breaks the rules here, or troubles you. Say below what it is.',
};

interface KindGroup {
  legend: string;
  kinds: readonly ReportKind[];
}

/**
 * Dangerous kinds come first and nuisances last, so that somebody in distress finds theirs soon.
 */
const groups: readonly KindGroup[] = [
  {
    legend: 'Somebody is in danger, or could be',
    kinds: ['threats', 'self_harm', 'child_sexual_abuse', 'harm_to_children'],
  },
  {
    legend: 'It is aimed at me, or at somebody',
    kinds: ['harassment', 'hate', 'intimate_images', 'impersonation'],
  },
  {
    legend: 'It is against the law',
    kinds: ['fraud', 'terrorism', 'drugs_weapons', 'other_illegal'],
  },
  { legend: 'It does not belong here', kinds: ['spam', 'not_as_described', 'other'] },
];

export const kindGroups = groups.map(({ legend, kinds }) => ({
  legend,
  options: kinds.map((value) => ({
    value,
    label: kindWords[value],
    description: descriptions[value],
  })),
}));
