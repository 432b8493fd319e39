import { decodeText } from '#contract/platform/decode-text.ts';

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

/** Tells whether an answer is a web page, whatever its server calls it. */
export const isPage = (bytes: Uint8Array): boolean =>
  decodeText(bytes.subarray(0, 1_000)).trimStart().startsWith('<');

/** The sentence for an address that leads to a page. */
export const pageProblem = (url: string): string =>
  `This address leads to a web page, not to a calendar. ${knownAdvice(url) ?? usualAdvice}`;

const isCalendarPath = /\/ical\b|\.ics$/i;

/** The sentence for an address whose server gives nothing: many pages lead on to a log-in. */
export function fetchProblem(url: string, problem: string): string {
  const advice = isCalendarPath.test(new URL(url).pathname) ? undefined : knownAdvice(url);
  return advice ? `${problem}. ${advice}` : problem;
}
