import { harms, type Harm } from './harms.ts';
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
import { functions, howGroupsBegin, whatItIs, whoSignsUp } from './site-words.ts';

const degrees = { low: 'Low', medium: 'Medium', high: 'High' };
const levels = { negligible: 'Negligible', ...degrees };

const askedOf = ({ id, step, title, what, here, suggested }: Harm) => ({
  step,
  title,
  lead: `${what} ${here}`,
  questions: [
    chooses(
      { id: `${id}_likelihood`, label: 'Likelihood', suggested: suggested.likelihood },
      degrees,
    ),
    chooses({ id: `${id}_impact`, label: 'Impact', suggested: suggested.impact }, degrees),
    chooses({ id: `${id}_level`, label: 'Risk level', suggested: suggested.level }, levels),
    mayAdd({
      id: `${id}_evidence`,
      label: 'What you know of it here',
      hint: 'Reports and complaints, what moderators have seen, what makes your members different.',
    }),
  ],
});

const assessed = ({ id, title, what, here }: Harm, { answer, cell }: Filling) =>
  parts(
    `### ${title}`,
    what,
    `**How it could happen here.** ${here}`,
    table(
      ['Likelihood', 'Impact', 'Risk level'],
      [[cell(`${id}_likelihood`), cell(`${id}_impact`), cell(`${id}_level`)]],
    ),
    answer(`${id}_evidence`) && `**What we know of it here.** ${answer(`${id}_evidence`)}`,
  );

const atLeastMedium = ({ choice }: Filling) =>
  harms.filter(({ id }) => ['medium', 'high'].includes(choice(`${id}_level`) ?? ''));

/** Two or more kinds make a service multi-risk, of which Ofcom's codes ask more. */
function inAll(filling: Filling): string {
  const raised = atLeastMedium(filling).map(({ title }) => title.toLowerCase());
  if (raised.length === 0) {
    return 'Every kind is of negligible or low risk: by the terms of Ofcom’s codes this is a low-risk service.';
  }
  const names = raised.join('; ');
  return raised.length === 1
    ? `One kind is of medium or high risk (${names}): the codes may ask for measures of its own against it.`
    : `${raised.length} kinds are of medium or high risk (${names}): by the terms of Ofcom’s codes this is a multi-risk service, of which they ask more.`;
}

export const illegalContent: DocumentKind = {
  title: 'Illegal content risk assessment',
  about:
    'How likely each kind of illegal content is on this site, and how bad it would be. Everything else in the pack builds on it.',
  groups: () => [
    {
      title: 'Who assesses, and by what',
      lead: 'Ofcom asks for an assessment in four steps: understand the harms, assess each, decide on measures, and report, review and update.',
      questions: [
        asks({
          id: 'assessor',
          label: 'Who made this assessment?',
          hint: 'A name, and their role.',
        }),
        asks({
          id: 'approver',
          label: 'Who approved it?',
          hint: 'A committee, or the person accountable for safety. In a group of one it may be the same.',
        }),
        asks({
          id: 'users',
          label: 'Who uses the site?',
          hint: 'Where they live, how old they are, whether some are more at risk than others.',
        }),
        asks({
          id: 'evidence',
          label: 'What did you look at?',
          suggested:
            'Ofcom’s Risk Assessment Guidance and Risk Profiles; the reports and complaints of the last year; the comments that were held; what organisers told us.',
        }),
        asks({
          id: 'profiles',
          label: 'Which risk factors of Ofcom’s Risk Profiles apply?',
          hint: 'Read the user-to-user profile against the functions listed in the draft, and mend this.',
          suggested:
            'User profiles; user groups; commenting on content; posting images; hyperlinks; searching for user-generated content; child users, as far as people under 18 may join.',
        }),
      ],
    },
    ...harms.map(askedOf),
    {
      title: 'What follows',
      lead: 'The fourth step: who is told, and what would make you look again before a year is over.',
      questions: [
        asks({
          id: 'reported',
          label: 'To whom is this assessment reported?',
          hint: 'A committee’s meeting and its date, or a note that you run the site alone.',
        }),
        asks({
          id: 'review',
          label: 'When will it be reviewed sooner?',
          suggested:
            'Before any significant change to the site; when Ofcom changes the risk profiles; when a report shows a kind of content we took to be less likely.',
        }),
      ],
    },
  ],
  text: (filling) =>
    parts(
      '## The service',
      whatItIs(filling.facts),
      'What people can and can’t do here:',
      functions(filling.facts),
      `**Who uses it.** ${filling.answer('users')}`,
      '## Step 1: the kinds of harm',
      'Each kind of priority illegal content is assessed by itself, and then all other illegal content. Risk factors that apply:',
      filling.answer('profiles'),
      '## Step 2: how likely, how bad',
      `**What we looked at.** ${filling.answer('evidence')}`,
      'What holds for each kind:',
      list([
        whoSignsUp(filling.facts),
        howGroupsBegin(filling.facts),
        'Anyone can report an event, a group, a comment or a member, also without an account.',
        'An admin can hide or delete what was posted, and warn, suspend or ban whoever posted it.',
      ]),
      ...harms.map((harm) => assessed(harm, filling)),
      '## The whole',
      table(
        ['Kind', 'Risk level'],
        harms.map(({ id, title }) => [title, filling.cell(`${id}_level`)]),
      ),
      inAll(filling),
      '## Step 3: measures',
      'They are in the record of measures, the third paper of this pack.',
      '## Step 4: report, review, update',
      `**Made by** ${filling.answer('assessor')}`,
      `**Approved by** ${filling.answer('approver')}`,
      `**Reported to** ${filling.answer('reported')}`,
      `**Reviewed** within a year. ${filling.answer('review')}`,
    ),
  sources: [
    {
      title: 'Online Safety Act 2023, sections 9 and 23, Schedules 5 to 7',
      url: 'https://www.legislation.gov.uk/ukpga/2023/50/section/9',
    },
    {
      title: 'Ofcom: Risk Assessment Guidance and Risk Profiles',
      url: 'https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content/quick-guide-to-online-safety-risk-assessments',
    },
    {
      title: 'Online Safety Act 2023 (Priority Offences) (Amendment) Regulations 2025',
      url: 'https://www.legislation.gov.uk/ukpga/2023/50/schedule/7',
    },
  ],
};
