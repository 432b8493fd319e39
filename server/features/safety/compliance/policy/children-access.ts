import {
  asks,
  chooses,
  list,
  mayAdd,
  parts,
  table,
  type Filling,
  type DocumentKind,
} from './document.ts';
import { whatItIs } from './site-words.ts';

const significant = { no: 'No', unsure: 'We can’t tell', yes: 'Yes' };
const attracts = { no: 'No', yes: 'Yes' };
const assurance = {
  none: 'No: people say how old they are, and no more',
  effective: 'Yes: a check outside this site, which Ofcom counts as highly effective',
};

/** The Act counts on children wherever it can't be said that they stay away. */
const isLikely = ({ choice }: Filling): boolean =>
  choice('assurance') !== 'effective' &&
  (choice('significant') !== 'no' || choice('attracts') !== 'no');

const outcome = (filling: Filling): string =>
  isLikely(filling)
    ? parts(
        '**Children are likely to access this site.** The duties to protect children apply.',
        list([
          'Carry out a children’s risk assessment within three months (section 11 of the Act): Ofcom’s guidance tells how, and this pack has no paper for it.',
          'Take the measures of the Protection of Children Codes that apply to a service of this size and risk (section 12).',
          'While these duties are kept, this assessment need not be made again each year.',
        ]),
      )
    : parts(
        '**Children are not likely to access this site.** The duties to protect children don’t apply for now.',
        list([
          'Make this assessment again within a year (section 36(3)).',
          'Make it sooner before a significant change to the site, where an age check has become less effective, or where more children have come (section 36(4)).',
        ]),
      );

export const childrenAccess: DocumentKind = {
  title: 'Children’s access assessment',
  about: 'Whether people under 18 are likely to use the site, in the two stages that the Act sets.',
  groups: ({ settings }) => [
    {
      title: 'Stage 1: can children use it?',
      lead: `The sign-up form asks people to say that they are ${settings.minimumAge} or over, and public pages can be read by anybody. Neither counts as highly effective age assurance.`,
      questions: [
        chooses(
          {
            id: 'assurance',
            label: 'Is there highly effective age assurance?',
            hint: 'The product has none of its own. Without it children count as able to use the site.',
            suggested: 'none',
          },
          assurance,
        ),
        mayAdd({
          id: 'assurance_how',
          label: 'If there is, what is it, and how is it known to work?',
        }),
      ],
    },
    {
      title: 'Stage 2: do they, or would they?',
      lead:
        settings.minimumAge < 18
          ? `People from ${settings.minimumAge} to 17 may have an account here. A number can be significant though it is small, beside all who use the site in the United Kingdom.`
          : 'Accounts are for adults. A number can be significant though it is small, beside all who use the site in the United Kingdom.',
      questions: [
        chooses(
          {
            id: 'significant',
            label: 'Is a significant number of users under 18?',
            hint: 'If you can’t tell, the careful answer is that it may be.',
            suggested: settings.minimumAge < 18 ? 'unsure' : 'no',
          },
          significant,
        ),
        chooses(
          {
            id: 'attracts',
            label: 'Is it a kind of site that is likely to attract them?',
            hint: 'Does it bring them anything, is its content or design appealing to them, are they among those it is made for? Groups and events for families or under-18s say yes.',
            suggested: settings.minimumAge < 18 ? 'yes' : 'no',
          },
          attracts,
        ),
        asks({
          id: 'evidence',
          label: 'What do these answers rest on?',
          hint: 'Which groups and events there are and for whom, what you know of your members, what similar sites find.',
        }),
      ],
    },
    {
      title: 'Who assesses',
      lead: 'A written record has to be kept of every such assessment (section 36(7)).',
      questions: [
        asks({
          id: 'assessor',
          label: 'Who made this assessment?',
          hint: 'A name, and their role.',
        }),
      ],
    },
  ],
  text: (filling) =>
    parts(
      '## The service',
      whatItIs(filling.facts),
      '## Stage 1: is it possible for children to access it?',
      table(
        ['Matter', 'What is so'],
        [
          ['Least age for an account', String(filling.facts.settings.minimumAge)],
          ['How it is asked', 'A tick in the sign-up form; nobody checks it'],
          [
            'What can be read without an account',
            'Approved groups and their events; no venue, no names',
          ],
          ['Highly effective age assurance', filling.cell('assurance')],
        ],
      ),
      filling.answer('assurance_how'),
      filling.choice('assurance') === 'effective'
        ? 'It is not possible for children to access the site in the normal course of things.'
        : 'It is possible for children to access the site, so the second stage follows.',
      '## Stage 2: is the child user condition met?',
      table(
        ['Question', 'Answer'],
        [
          ['Is a significant number of users under 18?', filling.cell('significant')],
          ['Is it a kind of site that is likely to attract them?', filling.cell('attracts')],
        ],
      ),
      `**What this rests on.** ${filling.answer('evidence')}`,
      '## Outcome',
      outcome(filling),
      '## What the site does for young people meanwhile',
      list([
        'An event says for whom it is: all, adults, families or under-18s.',
        'A group for under-18s names a safeguarding lead and how to reach them before an admin can approve it.',
        'Nobody can send another member a message; names in lists can be kept to members or organisers.',
        'Content harmful to children can be reported as such by anybody.',
      ]),
      `**Made by** ${filling.answer('assessor')}`,
    ),
  sources: [
    {
      title: 'Online Safety Act 2023, sections 35 to 37',
      url: 'https://www.legislation.gov.uk/ukpga/2023/50/section/35',
    },
    {
      title: 'Ofcom: children’s access assessment tool and guidance',
      url: 'https://www.ofcom.org.uk/os-toolkit/child-access-assessment/childrens-access-assessment-tool',
    },
  ],
};
