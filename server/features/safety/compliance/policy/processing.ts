import { held } from './data.ts';
import { asks, list, mayAdd, parts, table, type DocumentKind } from './document.ts';
import { processors, whatItIs } from './site-words.ts';

export const processing: DocumentKind = {
  title: 'Register of processing',
  about: 'What is done with personal data, what for, who else handles it, and how it is kept safe.',
  groups: ({ services, site }) => [
    {
      title: 'Who is responsible',
      lead: 'Article 30 asks for a register from every controller whose processing is not occasional, whatever its size: members’ accounts are not.',
      questions: [
        asks({
          id: 'controller',
          label: 'Who is the controller?',
          hint: 'The group, charity, council or person that runs the site, with an address.',
        }),
        asks({
          id: 'contact',
          label: 'Who answers for data protection?',
          hint: 'A name or role and how to reach them.',
          suggested: site.support,
        }),
        mayAdd({
          id: 'officer',
          label: 'Data protection officer, representative or joint controller',
          hint: 'Only where there is one. Public authorities need an officer.',
        }),
        asks({
          id: 'fee',
          label: 'Is the data protection fee paid to the ICO?',
          hint: 'The registration number, or why it is not owed: some charities and people who run a site for themselves alone.',
        }),
      ],
    },
    {
      title: 'Where data is',
      lead: 'The product can’t know who keeps the machine it runs on.',
      questions: [
        asks({
          id: 'host',
          label: 'Who hosts the server and keeps the backups, and in which country?',
          hint: 'The company, the place, and that there is a contract with it (article 28).',
        }),
        asks({
          id: 'transfers',
          label: 'Does data leave the United Kingdom, and by which safeguard?',
          hint:
            services.payments || services.texts
              ? 'Stripe and Twilio handle data in the United States, too: see what their terms say of the UK’s agreement or bridge.'
              : 'Where the mail server or the host is elsewhere: an adequacy decision, or the UK’s agreement.',
        }),
        mayAdd({
          id: 'others',
          label: 'Anybody else who gets data',
          hint: 'A newsletter, a shared inbox, a spreadsheet of members.',
        }),
      ],
    },
    {
      title: 'How it is kept safe',
      lead: 'What the product does stands in the draft. This is what people do.',
      questions: [
        asks({
          id: 'people',
          label: 'Who has access to the server, and how is it guarded?',
          hint: 'Who has its keys, how updates are made, where backups are and who can read them.',
        }),
        asks({
          id: 'breach',
          label: 'What do you do when data has got out?',
          suggested:
            'We write down what happened at once, tell the ICO within 72 hours where there is a risk to people, and tell those people where the risk is high.',
        }),
      ],
    },
  ],
  text: ({ facts, answer, cell }) =>
    parts(
      '## The service',
      whatItIs(facts),
      '## Controller',
      table(
        ['Matter', 'Who'],
        [
          ['Controller', cell('controller')],
          ['Contact for data protection', cell('contact')],
          ['Data protection fee', cell('fee')],
          ...(cell('officer')
            ? [['Officer, representative, joint controller', cell('officer')]]
            : []),
        ],
      ),
      '## What is processed, whose it is, what for',
      table(
        ['What', 'Whose', 'What for', 'Lawful basis', 'How long'],
        held.map(({ what, people, why, basis, kept }) => [what, people, why, basis, kept(facts)]),
      ),
      'No special categories of data are asked for. People may write such things of themselves or others in texts.',
      '## Who else gets data',
      table(
        ['Who', 'What for', 'What'],
        [['Host of server and backups', cell('host'), 'All of it'], ...processors(facts)],
      ),
      !facts.services.mail &&
        'No mail server is set up: letters are kept in the database, where admins read them.',
      answer('others') && `**Others.** ${answer('others')}`,
      'Other members see what the privacy policy lists. Police and hotlines get what an admin hands to them after a report.',
      '## Transfers outside the United Kingdom',
      answer('transfers'),
      '## Security',
      list([
        'Passwords are kept as hashes that can’t be turned back, keys of links and tokens as hashes, keys of two-step sign-in sealed.',
        facts.services.twoStepForAdmins
          ? 'Admins have to use two-step sign-in.'
          : 'Two-step sign-in is there for everyone; admins need not use it.',
        'Who may see what is decided on the server for each call, and tested as a table.',
        'What admins do is logged. Guesses, floods and spam are counted and stopped.',
        facts.services.database === 'server'
          ? 'Data lies on a PostgreSQL server of its own.'
          : 'Data lies in a folder of the same machine, which one process alone opens.',
        'A member can take out all that is held about them, correct it, and delete their account, at any time.',
      ]),
      `**Access.** ${answer('people')}`,
      `**Breaches.** ${answer('breach')}`,
    ),
  sources: [
    { title: 'UK GDPR, article 30', url: 'https://www.legislation.gov.uk/eur/2016/679/article/30' },
    {
      title: 'ICO: who needs to document their processing activities',
      url: 'https://ico.org.uk/for-organisations/uk-gdpr-guidance-and-resources/accountability-and-governance/documentation/who-needs-to-document-their-processing-activities',
    },
    {
      title: 'Data (Use and Access) Act 2025, section 103',
      url: 'https://www.legislation.gov.uk/ukpga/2025/18/section/103',
    },
  ],
};
