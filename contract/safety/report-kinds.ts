/** The kinds of reports, worded as in the form. */
export const kindWords = {
  terrorism: 'Terrorism',
  child_sexual_abuse: 'Sexual abuse or exploitation of a child',
  hate: 'Hate against people for who they are',
  harassment: 'Harassment or stalking',
  threats: 'Threats or violence',
  fraud: 'Fraud or a scam',
  intimate_images: 'Intimate pictures shared without consent',
  self_harm: 'Encouraging suicide or self-harm',
  drugs_weapons: 'Selling drugs or weapons',
  other_illegal: 'Something else that is against the law',
  harm_to_children: 'Not safe for children',
  spam: 'Spam or advertising',
  impersonation: 'Pretending to be somebody else',
  not_as_described: 'Not what it says it is',
  other: 'Something else',
} as const;

export type ReportKind = keyof typeof kindWords;

const isKind = (word: string): word is ReportKind => Object.hasOwn(kindWords, word);
export const reportKinds = Object.keys(kindWords).filter(isKind);

/** Reports of illegal content: moderators review these within hours, not days. */
const illegalKinds: ReadonlySet<ReportKind> = new Set([
  'terrorism',
  'child_sexual_abuse',
  'hate',
  'harassment',
  'threats',
  'fraud',
  'intimate_images',
  'self_harm',
  'drugs_weapons',
  'other_illegal',
]);

export const isIllegal = (kind: ReportKind): boolean => illegalKinds.has(kind);

/** The number of reports by kind. */
export type KindCounts = Partial<Record<ReportKind, number>>;
