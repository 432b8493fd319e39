import { asks, chooses, mayAdd, parts, plain, table, type PaperKind } from './paper.ts';
import type { Facts } from './facts.ts';
import { howGroupsBegin, whatItIs } from './site-words.ts';

interface Measure {
  id: string;
  title: string;
  /** The product's part in the measure. */
  does: (facts: Facts) => string;
}

/**
 * The measures that Ofcom's illegal content codes recommend to every service, whatever its size and
 * risk.
 */
const forAll: readonly Measure[] = [
  {
    id: 'ICU A2',
    title:
      'A named person is accountable for the duties on illegal content, reports and complaints',
    does: () => 'Nothing: a person is. They are named below.',
  },
  {
    id: 'ICU C1',
    title: 'Suspected illegal content is reviewed and assessed',
    does: (facts) =>
      `What is reported waits in the queue of reports, merged by subject, with its context and the time that is left. Comments and messages that look like spam are held until an admin has looked. ${howGroupsBegin(facts)}`,
  },
  {
    id: 'ICU C2',
    title: 'Illegal content is taken down swiftly',
    does: () =>
      'A decision hides or deletes it in the same moment, for everybody but its author and admins. Reports of illegal content are due first, by the target in the settings.',
  },
  {
    id: 'ICU D1',
    title: 'People can complain',
    does: ({ site }) =>
      `Anybody can report what they see, with or without an account; a form for complaints stands at ${plain(site.address)}/complaints; a decision can be appealed once by either side.`,
  },
  {
    id: 'ICU D2',
    title: 'Complaining is easy to find, to reach and to use, for children, too',
    does: () =>
      'A report link stands with each event, group, comment and member; complaints are linked from every page’s foot. The forms are short, in plain words, and work by keyboard and screen reader.',
  },
  {
    id: 'ICU D7',
    title: 'Complaints about suspected illegal content are acted on',
    does: () =>
      'A report is a case with a state, a person who looks at it, a target and a decision with a reason, told to both sides without naming who reported.',
  },
  {
    id: 'ICU D9',
    title: 'Appeals are decided promptly (services that are neither large nor multi-risk)',
    does: () =>
      'An appeal goes back into the queue with a target of its own, and to another admin where there is one.',
  },
  {
    id: 'ICU D10',
    title: 'Where an appeal succeeds, things are put back as they were',
    does: () =>
      'The decision that ends an appeal shows again what was hidden and lifts what was imposed.',
  },
  {
    id: 'ICU D12',
    title: 'All other complaints are acted on',
    does: () =>
      'A complaint gets a number and an answer by mail at once, and a clock of 30 days that warns admins on days 20 and 27.',
  },
  {
    id: 'ICU G1',
    title:
      'The terms say how people are protected from illegal content, and how complaints are dealt with',
    does: () =>
      'The terms of service are a page that an admin writes; the text that comes with the site is a beginning.',
  },
  {
    id: 'ICU G3',
    title: 'The terms are clear and easy to find',
    does: () =>
      'They are linked from every page’s foot and from the sign-up form, and are one page of plain text.',
  },
  {
    id: 'ICU H1',
    title: 'Accounts of organisations that are banned for terrorism are removed',
    does: () => 'An admin can ban or delete an account, and remove what it wrote in one step.',
  },
];

const risks = {
  low: 'Low-risk: every kind is of negligible or low risk',
  single: 'One kind is of medium or high risk',
  multi: 'Multi-risk: two kinds or more are of medium or high risk',
};

export const measures: PaperKind = {
  title: 'Record of measures',
  about:
    'Which measures of Ofcom’s codes are taken, how this site takes each, and who is accountable for them.',
  groups: () => [
    {
      title: 'Who is accountable',
      lead: 'Ofcom recommends to every service, however small, one person who answers to its most senior body for these duties. In a group of one it is that one.',
      questions: [
        asks({
          id: 'accountable',
          label: 'Who is accountable for safety?',
          hint: 'A name, and their role.',
        }),
        asks({
          id: 'body',
          label: 'To whom do they answer?',
          hint: 'Trustees, a committee, a parish council; or nobody, where one person runs the site.',
        }),
        asks({
          id: 'moderators',
          label: 'Who looks at reports, and how often?',
          hint: 'Names or roles, and what happens when they are away.',
        }),
      ],
    },
    {
      title: 'How the service counts',
      lead: 'By the illegal content risk assessment. A service is large from 7 million monthly users in the United Kingdom.',
      questions: [
        chooses(
          { id: 'risk', label: 'What did the risk assessment find?', suggested: 'low' },
          risks,
        ),
        mayAdd({
          id: 'more',
          label: 'Further measures that are taken',
          hint: 'Multi-risk services are asked for more: written responsibilities, internal content policies, training, indicative times for complaints. See the index of Ofcom’s codes.',
        }),
        mayAdd({
          id: 'otherwise',
          label: 'Measures that are not taken, and what is done instead',
          hint: 'Say how that meets the duty, and how it guards freedom of expression and privacy (section 23(5)).',
        }),
      ],
    },
    {
      title: 'What people have to do',
      lead: 'The product gives the means. These are the parts that only people can do.',
      questions: [
        asks({
          id: 'terms',
          label: 'When were the terms of service last read through and mended?',
          hint: 'They say how illegal content is dealt with, terrorism, child sexual abuse and the rest each by name, and how people complain.',
        }),
        asks({
          id: 'police',
          label: 'What do you do with child sexual abuse material, threats to life and fraud?',
          suggested:
            'Hide it at once, don’t copy or send it on, note the address of the page, and report it: child sexual abuse to the National Crime Agency as section 66 of the Act and its regulations of 2026 say, images also to the IWF, danger to a child to CEOP, danger to life to 999, fraud to Action Fraud.',
        }),
        asks({
          id: 'freedom',
          label: 'How do you guard freedom of expression and privacy?',
          suggested:
            'We take down what is illegal or against our terms, and nothing because we disagree with it; we give a reason; each side can appeal; who reports is named to nobody.',
        }),
      ],
    },
  ],
  text: ({ facts, answer, cell }) =>
    parts(
      '## The service',
      whatItIs(facts),
      `**How it counts.** ${cell('risk')}. It is not a large service.`,
      '## Who is accountable',
      table(
        ['Matter', 'Who'],
        [
          ['Accountable for safety', cell('accountable')],
          ['Answers to', cell('body')],
          ['Looks at reports', cell('moderators')],
        ],
      ),
      '## Measures of the codes',
      'From the illegal content codes of practice for user-to-user services: those that Ofcom recommends to every service.',
      table(
        ['Measure', 'What it asks', 'How it is done here'],
        forAll.map(({ id, title, does }) => [id, title, does(facts)]),
      ),
      answer('more') && parts('**Further measures**', answer('more')),
      answer('otherwise') && parts('**Done otherwise**', answer('otherwise')),
      '## What people do',
      `**Terms of service last gone through:** ${answer('terms')}`,
      `**Police and hotlines.** ${answer('police')}`,
      `**Freedom of expression and privacy.** ${answer('freedom')}`,
    ),
  sources: [
    {
      title: 'Online Safety Act 2023, sections 10, 20 to 23 and 66',
      url: 'https://www.legislation.gov.uk/ukpga/2023/50/section/10',
    },
    {
      title:
        'Ofcom: illegal content codes of practice for user-to-user services, 24 February 2025, as amended',
      url: 'https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content',
    },
    {
      title:
        'Online Safety (CSEA Content Reporting by Regulated User-to-User Service Providers) Regulations 2026 (2026/268)',
      url: 'https://www.legislation.gov.uk/uksi/2026/268',
    },
  ],
};
