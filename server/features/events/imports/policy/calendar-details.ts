import { EventForm } from '#contract/events/events.ts';
import { atLine, type Properties } from './calendar-lines.ts';
import { meetingOf } from './calendar-meeting.ts';
import { plainLine, plainText, textOf, textProperty, withoutMeetupLines } from './calendar-text.ts';

/** The texts of an event of a calendar, its place and its state. */
export interface Details {
  title: string;
  /** Text; may be empty or too short for an event here. */
  description: string;
  /** One line; may be empty or too short for an event here. */
  location: string;
  onlineUrl: string | null;
  isCancelled: boolean;
  /** Why organisers should look twice before they publish it. */
  doubt?: string | undefined;
}

const longestTitle = 200;
const longestDescription = 10_000;
const longestLocation = 300;

/** @throws CalendarError for an event without a title */
export function detailsOf(properties: Properties, number: number, warnings: string[]): Details {
  const sent = titleIn(properties, number);
  const { title, isCancelled } = withoutCancelled(sent);
  const meeting = meetingOf(properties, title, descriptionIn(properties));
  const details = {
    title: sent && checkedTitle(meeting.title, properties, number, warnings),
    description: cut(meeting.description, longestDescription, 'description', warnings),
    location: cut(meeting.location, longestLocation, 'place', warnings),
    onlineUrl: meeting.onlineUrl,
    isCancelled: isCancelled || isCalledOff(properties),
    doubt: doubtAbout(properties, isCancelled ? '' : sent),
  };
  warnings.push(...meeting.warnings);
  return details;
}

/** A message with this method cancels its events (RFC 5546, section 3.2.5). */
const isCalledOff = (properties: Properties): boolean =>
  /^CANCELL?ED$/.test(stateOf(properties)) || /^METHOD:\s*CANCEL\s*$/i.test(methodOf(properties));

const methodOf = ({ first }: Properties): string => first('METHOD')?.text ?? '';

function titleIn(properties: Properties, number: number): string {
  const { first } = properties;
  const line = first('SUMMARY');
  if (!line && isCalledOff(properties)) return 'Event without a title';
  // A changed date may leave out what it has in common with its series.
  if (!line && first('RECURRENCE-ID')) return '';
  const title = plainLine(textOf(line), ' ');
  if (!line || title === '') throw atLine(line?.number ?? number, 'this event has no title');
  return title;
}

function checkedTitle(
  sent: string,
  { first }: Properties,
  number: number,
  warnings: string[],
): string {
  const isShort = [...sent].length < 5;
  if (isShort) warnings.push('A title has at least five characters, so “Event:” stands before it.');
  const title = isShort ? `Event: ${sent}` : cut(sent, longestTitle, 'title', warnings);
  if (isWithoutWords(sent)) {
    warnings.push(
      `Its title says only “${sent}”. Perhaps the calendar is shared without details: please share it with them and read it again.`,
    );
  }
  const checked = EventForm.shape.title.safeParse(title);
  if (checked.success) return checked.data;
  const message = checked.error.issues[0]?.message ?? 'this title has no letters';
  throw atLine(first('SUMMARY')?.number ?? number, message);
}

/** Titles that programs show in place of those that they keep. */
const isWithoutWords = (title: string): boolean =>
  /^\W*(?:busy|free|tentative|out of (?:the )?office|away|private(?: (?:appointment|event))?|unavailable|not available|no availability|working elsewhere|no (?:title|subject)|untitled(?: event)?|new event|occupied|reserved|blocked)\W*$/i.test(
    title,
  );

function cut(text: string, most: number, what: string, warnings: string[]): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  warnings.push(`Its ${what} was too long and is cut.`);
  return characters.slice(0, most).join('').trim();
}

/** Programs say that an event is cancelled before its title or behind it. */
const cancelledMarks = [
  /^\W{0,3}[[({*]{1,3} ?(?:event )?cancell?ed ?[\])}*]{1,3}[ :!–—-]{0,4}/i,
  /^\W{0,3}(?:this )?(?:event )?(?:is |has been )?cancell?ed(?: event)?(?: with note)?(?: ?[:!]+| [-–—|]+|[-–—]+(?= )) */i,
  /^\W{0,3}CANCELL?ED\W{0,4} +(?=\S)/,
  / ?[[({*]{1,3} ?cancell?ed ?[\])}*]{1,3}[ !.]{0,4}$/i,
  / ?[-–—:|] ?cancell?ed[ !.]{0,4}$/i,
  / CANCELL?ED[ !.]{0,4}$/,
];
/** 'Canal walk - cancelled due to rain' */
const cancelledReason = / ?[-–—:|(] ?cancell?ed (?:due to|because|owing to|\()/i;

function withoutCancelled(sent: string): { title: string; isCancelled: boolean } {
  if (/\bnot cancell?ed\b/i.test(sent)) return { title: sent, isCancelled: false };
  if (/^\W*cancell?ed\W*$/i.test(sent)) return { title: sent, isCancelled: true };
  const marked = sent.slice(0, cancelledReason.exec(sent)?.index);
  const mark = cancelledMarks.find((pattern) => pattern.test(marked));
  const title = mark ? marked.replace(mark, '').trim() : marked.trim();
  return title !== sent && title !== ''
    ? { title: withoutCancelled(title).title, isCancelled: true }
    : { title: sent, isCancelled: false };
}

/** The description, or the HTML that stands in its place. */
function descriptionIn({ all }: Properties): string {
  const plain = all('DESCRIPTION').map((line) => plainText(textOf(line)));
  const text = [...new Set(plain)].filter((each) => each !== '').join('\n\n');
  if (text !== '') return withoutMeetupLines(text);
  const html = [...all('X-ALT-DESC'), ...all('STYLED-DESCRIPTION')]
    .map((line) => plainText(textOf(line), /HTML/.test(textProperty(line).parameters)))
    .find((each) => each !== '');
  return withoutMeetupLines(html ?? '');
}

const stateOf = ({ first }: Properties) => textOf(first('STATUS')).trim().toUpperCase();

/** RFC 5545, section 3.8.1.3: an unknown class is private. */
function doubtAbout(properties: Properties, title: string): string | undefined {
  const valueOf = (name: string) => textOf(properties.first(name)).trim().toUpperCase();
  const kind = [valueOf('CLASS'), valueOf('X-CALENDARSERVER-ACCESS')].find(
    (value) => value !== '' && value !== 'PUBLIC',
  );
  if (kind !== undefined) {
    const named = kind === 'CONFIDENTIAL' ? 'confidential' : 'private';
    return `It is ${named} in its calendar. Please tick it only if everybody may see it.`;
  }
  const states = [stateOf(properties), valueOf('X-MICROSOFT-CDO-BUSYSTATUS')];
  if (states.includes('TENTATIVE')) {
    return 'It is only tentative in its calendar. Please tick it once it is certain.';
  }
  const [word] =
    /\b(?:cancell?ed|called off|declined(?=:)|postponed|provisional|tentative)\b/i.exec(title) ??
    [];
  return word && `Its title has the word “${word}”. Please tick it only if it takes place.`;
}
