import type { OtherFile } from './calendar-reader.ts';

interface Host {
  /** Its names, and those below them. */
  names: readonly string[];
  advice: string;
}

/** The sites whose pages people copy the address of, with what to copy there instead. */
const hosts: Host[] = [
  {
    names: ['google.com', 'google.co.uk', 'calendar.app.google'],
    advice:
      'In Google Calendar, open the settings of your calendar and copy its “Secret address in iCal format”',
  },
  {
    names: [
      'outlook.live.com',
      'outlook.com',
      'outlook.office.com',
      'outlook.office365.com',
      'outlook.cloud.microsoft',
    ],
    advice:
      'In Outlook on the web, open Settings, Calendar, Shared calendars, choose your calendar under “Publish a calendar” and copy its ICS link',
  },
  {
    names: ['icloud.com'],
    advice:
      'On iCloud or your iPhone, open the details of your calendar, switch on “Public Calendar” and copy its link, which starts with webcal://',
  },
  {
    names: ['meetup.com'],
    advice:
      'On Meetup, use the address of your group with /events/ical/ at its end: https://www.meetup.com/your-group/events/ical/',
  },
];

const usualAdvice =
  'Look on that page for a link called iCal, ICS, webcal or Subscribe, and copy that';

function knownAdvice(url: string): string | undefined {
  const { hostname } = new URL(url);
  const isOf = (name: string) => hostname === name || hostname.endsWith(`.${name}`);
  return hosts.find(({ names }) => names.some(isOf))?.advice;
}

const aPage = 'This file is a web page. Please choose a calendar file, whose name ends in .ics';
const fileProblems: Record<OtherFile, string> = {
  empty: 'This file is empty. Please choose another',
  login: aPage,
  packed: 'This file is packed. Please open it, and choose the file in it whose name ends in .ics',
  page: aPage,
};

/** The sentence for what is no calendar: a file, or what an address gives. */
export function otherProblem(other: OtherFile, url: string | undefined): string {
  if (url === undefined) return fileProblems[other];
  if (other === 'empty') return 'This address gives an empty file, not a calendar';
  if (other === 'packed') {
    return 'This address gives a packed file. Please open it on your device, and choose the file in it whose name ends in .ics';
  }
  const advice = knownAdvice(url);
  return other === 'login'
    ? `This address leads to a log-in, and we have none. ${advice ?? 'Please share the calendar with everybody, and copy its public address'}`
    : `This address leads to a web page, not to a calendar. ${advice ?? usualAdvice}`;
}

const isCalendarPath = /\/ical\b|\.ics$/i;

/** The sentence for an address whose server gives nothing: many pages lead on to a log-in. */
export function fetchProblem(url: string, problem: string): string {
  const advice = isCalendarPath.test(new URL(url).pathname) ? undefined : knownAdvice(url);
  return advice ? `${problem}. ${advice}` : problem;
}
