/** A kind of illegal content, as Ofcom has each assessed by itself, and where an assessment may start from. */
export interface Harm {
  id: string;
  /** The step of the form that asks of it, beside others. */
  step: string;
  title: string;
  what: string;
  /** The way in which it could happen on a site like this one, and the facts against it. */
  here: string;
  suggested: { likelihood: Degree; impact: Degree; level: Level };
}

export type Degree = 'low' | 'medium' | 'high';
export type Level = 'negligible' | Degree;

const low = (impact: Degree, level: Level = 'low') => ({
  likelihood: 'low' as const,
  impact,
  level,
});

const steps = {
  terrorAndAbuse: 'Terrorism and child sexual abuse',
  hate: 'Hate, harassment and control',
  sexual: 'Intimate images and sexual exploitation',
  money: 'Trafficking, fraud and money',
  bodilyHarm: 'Drugs, weapons and self-harm',
  others: 'All other illegal content',
};

/**
 * Ofcom's seventeen kinds of priority illegal content, of which suicide takes in serious self-harm and to which
 * cyberflashing was added in June 2026; child sexual abuse in the three forms that are assessed apart; then all other
 * illegal content.
 */
export const harms: readonly Harm[] = [
  {
    id: 'terrorism',
    step: steps.terrorAndAbuse,
    title: 'Terrorism',
    what: 'Content that encourages or prepares terrorism, or supports an organisation that is banned for it (Schedule 5 to the Act).',
    here: 'Somebody could link to such material in a comment or describe a gathering in its support. Pages are about meetings in a town, organisers and members know one another, there is no re-posting, and nothing is pushed to people who did not look for it.',
    suggested: low('high'),
  },
  {
    id: 'grooming',
    step: steps.terrorAndAbuse,
    title: 'Child sexual abuse: grooming',
    what: 'Communicating with a child for a sexual purpose, or arranging to meet one (Schedule 6).',
    here: 'People meet in person by what they find here, and groups for under-18s may exist. There are no messages between two members, no search for people, no friends lists and no ages on profiles; a group for under-18s names a safeguarding lead before it can be approved. Choose a higher level if many members or groups are under 18.',
    suggested: low('high'),
  },
  {
    id: 'abuse-images',
    step: steps.terrorAndAbuse,
    title: 'Child sexual abuse: images',
    what: 'Indecent or prohibited images of children, and offering or asking for them (Schedule 6).',
    here: 'Pictures can be uploaded: one for a profile, one for a group or event, each kept as a re-encoded copy and shown on a page that names its owner. There are no albums, no pictures in comments, no private place to share them and no video.',
    suggested: low('high'),
  },
  {
    id: 'abuse-links',
    step: steps.terrorAndAbuse,
    title: 'Child sexual abuse: links',
    what: 'Addresses of places where such images are to be found (Schedule 6).',
    here: 'Links can be put into comments and descriptions. A new account that posts many links, and a text that is posted in many places, are held until an admin has looked.',
    suggested: low('high'),
  },
  {
    id: 'hate',
    step: steps.hate,
    title: 'Hate',
    what: 'Stirring up hatred for race, religion or sexual orientation, and harassment aggravated by hostility.',
    here: 'A comment could attack people for who they are, and a group could be about that. Comments are seen by the members of a group alone and can be deleted by its organisers as well as by admins.',
    suggested: low('medium'),
  },
  {
    id: 'harassment',
    step: steps.hate,
    title: 'Harassment, stalking, threats and abuse',
    what: 'Threats, repeated unwanted contact, and conduct meant to alarm or distress.',
    here: 'Arguments in comments can turn into abuse, and who goes to an event shows where somebody will be. Names in lists can be kept to members or organisers, members can block one another, and a venue is shown to signed-in people alone. Of all kinds this is the one that small communities meet most.',
    suggested: { likelihood: 'medium', impact: 'medium', level: 'low' },
  },
  {
    id: 'coercion',
    step: steps.hate,
    title: 'Controlling or coercive behaviour',
    what: 'Control of a partner or relative, in which a site may be used to watch or humiliate them.',
    here: 'A controlling partner could follow from lists where somebody goes. First names and a picture are all that is shown, lists can be closed, and a block hides each from the other without telling them.',
    suggested: low('medium'),
  },
  {
    id: 'intimate-images',
    step: steps.sexual,
    title: 'Intimate image abuse',
    what: 'Sharing, or threatening to share, an intimate image of somebody without their consent.',
    here: 'Such a picture could be made a profile’s, group’s or event’s. There is one picture to each, and no private place to share more.',
    suggested: low('high'),
  },
  {
    id: 'cyberflashing',
    step: steps.sexual,
    title: 'Cyberflashing',
    what: 'Sending a picture of genitals to cause distress or for gratification: a priority offence since 8 January 2026, which Ofcom has assessed by itself.',
    here: 'Nobody can send a picture to another member. A picture put on a page could be meant for those who open it.',
    suggested: low('medium', 'negligible'),
  },
  {
    id: 'extreme-pornography',
    step: steps.sexual,
    title: 'Extreme pornography',
    what: 'Pornographic images of violence, animals or the dead.',
    here: 'It would have to be a page’s only picture or a link. Nothing about the site draws people who look for it.',
    suggested: low('medium', 'negligible'),
  },
  {
    id: 'sexual-exploitation',
    step: steps.sexual,
    title: 'Sexual exploitation of adults',
    what: 'Causing, inciting or controlling prostitution for gain.',
    here: 'An event or a group could stand in for an advertisement. There are no payments between members and no private messages to arrange anything.',
    suggested: low('high'),
  },
  {
    id: 'trafficking',
    step: steps.money,
    title: 'Human trafficking',
    what: 'Arranging or helping somebody’s travel to exploit them, modern slavery among it.',
    here: 'False offers of work or of help could be posted as an event. Organisers are seen by name, and events are meant to be visited by neighbours.',
    suggested: low('high', 'negligible'),
  },
  {
    id: 'immigration',
    step: steps.money,
    title: 'Unlawful immigration',
    what: 'Assisting unlawful entry into the United Kingdom.',
    here: 'Advertising a crossing on pages about one town would reach nobody it is meant for.',
    suggested: low('medium', 'negligible'),
  },
  {
    id: 'fraud',
    step: steps.money,
    title: 'Fraud and financial services',
    what: 'Fraud by false representation, scams in investments, and unlawful offers of financial services.',
    here: 'Events that do not exist, tickets sold elsewhere and investment talks are the likely forms, by links in descriptions and comments. Links of new accounts are counted, the same text in many places is held, names that read like an organiser’s are marked, and no money passes between members here.',
    suggested: { likelihood: 'medium', impact: 'medium', level: 'low' },
  },
  {
    id: 'proceeds',
    step: steps.money,
    title: 'Proceeds of crime',
    what: 'Hiding, moving or using money from crime, money mules among it.',
    here: 'Somebody could look for people who lend their accounts. No money passes between members here.',
    suggested: low('medium', 'negligible'),
  },
  {
    id: 'drugs',
    step: steps.bodilyHarm,
    title: 'Drugs and psychoactive substances',
    what: 'Offering to supply, or helping to make, controlled drugs.',
    here: 'An offer could be put into a comment or an event’s description, and would be read by a group whose organisers can delete it.',
    suggested: low('medium'),
  },
  {
    id: 'weapons',
    step: steps.bodilyHarm,
    title: 'Firearms, knives and other weapons',
    what: 'Selling or offering weapons that are prohibited or to people who may not have them.',
    here: 'There is no marketplace. Groups about lawful sport or collecting may exist and could be misused.',
    suggested: low('high', 'negligible'),
  },
  {
    id: 'suicide',
    step: steps.bodilyHarm,
    title: 'Suicide and serious self-harm',
    what: 'Encouraging or helping somebody to take their life, or to harm themself seriously: Ofcom assesses the two together since June 2026.',
    here: 'It could be said in a comment, above all in groups about health and grief. Comments are read by a group that meets in person.',
    suggested: low('high'),
  },
  {
    id: 'foreign-interference',
    step: steps.others,
    title: 'Foreign interference',
    what: 'Conduct for a foreign power that meddles in public life, by false stories among other ways.',
    here: 'Pages about meetings in one town have little reach, and no re-posting carries them on.',
    suggested: low('medium', 'negligible'),
  },
  {
    id: 'animals',
    step: steps.others,
    title: 'Animal cruelty',
    what: 'Causing an animal unnecessary suffering, and arranging it.',
    here: 'An unlawful hunt or fight could be arranged as an event; its page would name organisers and a place.',
    suggested: low('medium', 'negligible'),
  },
  {
    id: 'other',
    step: steps.others,
    title: 'Other illegal content',
    what: 'Any other offence against a person: harmful false or threatening communications, for example.',
    here: 'What is likely here is what is likely in any small community: quarrels, and false claims about somebody.',
    suggested: low('medium'),
  },
];
