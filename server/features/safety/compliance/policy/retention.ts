import { held } from './data.ts';
import { asks, mayAdd, parts, table, type DocumentKind } from './document.ts';
import { whatItIs } from './site-words.ts';

export const retention: DocumentKind = {
  title: 'Retention table',
  about: 'How long each kind of data is kept, by the numbers the site really goes by, and why.',
  groups: () => [
    {
      title: 'What the product does not know',
      lead: 'The table in the draft is kept by the site itself, every hour. These answers are about what lies beside it.',
      questions: [
        asks({
          id: 'backups',
          label: 'How long are backups kept?',
          hint: 'What is deleted from the site is in the backups until they are. Thirty days is a usual answer.',
        }),
        asks({
          id: 'logs',
          label: 'How long are the logs of the server and the proxy kept?',
          hint: 'They hold network addresses. A week or two is a usual answer.',
        }),
        asks({
          id: 'inbox',
          label: 'How long is mail to the support address kept?',
          suggested: 'A year after the matter is done.',
        }),
        asks({
          id: 'donations',
          label: 'When are donations taken out of the books?',
          hint: 'Tax law asks for six years as a rule; Gift Aid has rules of its own.',
          suggested: 'Six years after the end of the financial year.',
        }),
        asks({
          id: 'reports',
          label: 'When are old reports and complaints looked through?',
          suggested:
            'Once a year with this table. What nobody needs any more to answer for a decision is deleted.',
        }),
        mayAdd({
          id: 'reasons',
          label: 'Why these times are right for your site',
          hint: 'Say so where you have set mail or invitations to be kept for long.',
        }),
        asks({ id: 'owner', label: 'Who sees to it?', hint: 'A name, and their role.' }),
      ],
    },
  ],
  text: ({ facts, answer, cell }) =>
    parts(
      '## The service',
      whatItIs(facts),
      '## What the site keeps, and for how long',
      'The site deletes by these numbers itself.',
      table(
        ['What', 'How long', 'Why'],
        held.map(({ what, kept, why }) => [what, kept(facts), why]),
      ),
      '## What lies beside the site',
      table(
        ['What', 'How long'],
        [
          ['Backups', cell('backups')],
          ['Logs of the server and the proxy', cell('logs')],
          ['Mail to the support address', cell('inbox')],
          ['Donations in the books', cell('donations')],
          ['Old reports and complaints', cell('reports')],
        ],
      ),
      answer('reasons') && `**Why.** ${answer('reasons')}`,
      `**Seen to by** ${answer('owner')}`,
    ),
  sources: [
    {
      title: 'UK GDPR, articles 5(1)(e) and 30(1)(f)',
      url: 'https://www.legislation.gov.uk/eur/2016/679/article/5',
    },
  ],
};
