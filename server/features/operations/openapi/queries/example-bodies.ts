import { csvFile } from '#contract/platform/csv.ts';
import { figuresHead } from '#features/safety/reports/queries/figures.ts';

const calendarExample = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Our Hall//EN',
  'BEGIN:VEVENT',
  'UID:event-12@hall.example',
  'SEQUENCE:0',
  'DTSTAMP:20270301T090000Z',
  'DTSTART:20270309T103000Z',
  'DTEND:20270309T120000Z',
  'SUMMARY:Coffee morning',
  'DESCRIPTION:Coffee and cake.',
  'URL;VALUE=URI:https://hall.example/events/12',
  'STATUS:CONFIRMED',
  'END:VEVENT',
  'END:VCALENDAR',
];

const calendarText = `${calendarExample.join('\r\n')}\r\n`;

/** Request bodies by call, if the schema is not enough for an example. */
export const exampleBodies: Record<string, unknown> = {
  inviteByEmail: { emails: ['asha@example.org'], consent: true },
  createImport: { url: 'https://hall.example/choir.ics' },
  receiveMailEvents: { RecordType: 'Bounce', Type: 'HardBounce', Email: 'asha@example.org' },
  stripeWebhook: {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    created: 1_804_586_400,
    data: { object: { id: 'pi_1', amount: 1000, currency: 'gbp' } },
  },
};

/** Text files by the call that takes them in place of JSON. */
export const exampleFiles: Record<string, string> = { createImport: calendarText };

/** Answers by call: files, and others without a schema. */
export const exampleAnswers: Record<string, unknown> = {
  eventCalendar: calendarText,
  seriesCalendar: calendarText,
  doorList: csvFile([
    ['Name', 'Guests', 'Comes with', 'Note'],
    ['Asha', 1],
    ['Sam', 0],
  ]),
  downloadMembers: csvFile([
    ['First name', 'Last initial', 'Role', 'Joined'],
    ['Asha', '', 'Organiser', '2027-01-04'],
    ['Sam', 'O', 'Member', '2027-02-17'],
  ]),
  exportDonations: csvFile([
    ['Date', 'Amount', 'Refunded', 'Currency', 'Status', 'First name', 'Last name', 'Email'],
    [
      '2027-03-01T09:00:00.000Z',
      '10.00',
      '0.00',
      'GBP',
      'succeeded',
      'Asha',
      'Moreno',
      'asha@example.org',
    ],
  ]),
  reportFigures: csvFile([
    figuresHead,
    figuresHead.map((_, column) => (column === 0 ? '2027-03' : column % 3)),
  ]),
  getPaperFile: '# Illegal content risk assessment\n\nThe three admins look at reports, in turn.\n',
  getMailBody: '<!doctype html>\n<p>You’re going to Bread for beginners.</p>\n',
  suggestSpellings: ['Bath'],
  suggestSearches: ['chess club'],
  myRsvps: [12, 13],
  getOpenApi: { openapi: '3.1.1', info: { title: 'Community groups and events' }, paths: {} },
};
