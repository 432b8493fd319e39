import { linksIn, type Span } from './meeting-links.ts';

/** A text of an event without what people need to take part online. */
export interface MeetingText {
  rest: string;
  /** Addresses of meetings. */
  links: string[];
  /** Ids, passcodes, numbers to dial and other lines of an invitation. */
  details: string[];
}

/** Names of ids and codes. */
const codeNames =
  /\b(?:(?:meeting|webinar|conference|event|access|participant|attendee|room|audio|video|zoom|teams|personal|security|host|tenant|dial-?in)[ -]?(?:id|number|code|key|pin|pass ?code|password)|pass[ -]?(?:code|word|key)|passwd|pwd|p\/?w|pin|id|zoom|webex|pass|code|kenncode|mot de passe|code secret|wachtwoord|contraseña|cyfrinair|cod mynediad)(?!\p{L})/giu;
/** Names that other things have, too: what follows them is long, or behind a colon. */
const isVague = (name: string) => /^(?:id|zoom|webex)$/i.test(name);
/** 'Dress code' and 'bus pass' are others; these stand alone, before digits. */
const isShort = (name: string) => /^(?:pass|code)$/i.test(name);
const wordBefore = /(?!\b(?:and|join|link|meeting|room|the|use|using|with|zoom)[ ]$)\p{L}[ -]$/iu;
/** A phone dials these digits after the number: '+442034815237,,81234567890#'. */
const dialled = /(?:,{2,8}|,(?=\d{4,16}#)|##)\*?\d[\d#*,]*/g;
const numberBefore = /(?:tel:)?\+?\d[\d .()-]{5,24}$/i;
/** Codes of doors and networks are none of a meeting. */
const otherCodes = /\b(?:wi-?fi|door|gate|safe|network|alarm|locker|bike|building)[\w ]{0,16}$/i;
/** '(access code):' or 'for the meeting is' between a name and its value. */
const betweenCode =
  /^(?: ?\([a-z ]{1,16}\)| (?:for|to) [a-z ]{1,16}?(?= is\b|:))?[ \t]{0,3}(?:is\b:?|[:=#–-])?[ \t]{0,3}["“‘']?/i;
/** 'The passcode is sent by email' tells no passcode. */
const otherWords =
  /^(?:a|as|at|available|below|by|emailed|given|in|needed|not|on|optional|provided|required|sent|shared|still|the|to|unchanged|your)$/i;

/** Finds ids and codes with their values: 'Meeting ID: 812 3456 7890', '(passcode 4545)'. */
export function codesIn(text: string): Span[] {
  const blanked = withoutLinks(text);
  const isInLink = (at: number) => blanked[at] !== text[at];
  const dials = [...blanked.matchAll(dialled)].flatMap(({ 0: found, index }) => {
    const [number] = numberBefore.exec(blanked.slice(Math.max(0, index - 32), index)) ?? [];
    return number ? [{ start: index - number.length, end: index + found.length }] : [];
  });
  const named = [...blanked.matchAll(codeNames)].flatMap(({ 0: name, index }) => {
    const before = text.slice(Math.max(0, index - 40), index);
    if (otherCodes.test(before) || (isShort(name) && wordBefore.test(before))) return [];
    const from = index + name.length;
    const between = betweenCode.exec(text.slice(from, from + 40))?.[0] ?? '';
    const start = from + between.length;
    const value = valueIn(text.slice(start, start + 80));
    if (isInLink(start) || !isCode(name, between, value)) return [];
    const end = start + value.length;
    return [{ start: index, end: end + Number(/["”’']/.test(text[end] ?? '')) }];
  });
  return [...named, ...dials];
}

/** Has a letter's stand-in for each sign of a link, so that all else keeps its place. */
function withoutLinks(text: string): string {
  let [blanked, from] = ['', 0];
  for (const { start, end } of linksIn(text)) {
    blanked += text.slice(from, start) + '_'.repeat(end - start);
    from = end;
  }
  return blanked + text.slice(from);
}

function isCode(name: string, between: string, value: string): boolean {
  if (isVague(name)) return value.replaceAll(/\D/g, '').length >= 9;
  if (value === '' || otherWords.test(value)) return false;
  if (isShort(name)) return /^\w*\d/.test(value) && value.length >= 4;
  const isSaid = /[:=#–-]|\bis\b/.test(between) || /^p\/?w|^passwd/i.test(name);
  return isSaid || /\d/.test(value);
}

/** Reads groups of digits, or one word. */
function valueIn(text: string): string {
  const [digits = ''] = /^#?\d[\d -]{2,24}#?/.exec(text) ?? [];
  const number = digits.replace(/[ -]{1,9}$/, '');
  if (number !== '' && /^(?:$|\s|[,;:.)\]]+(?:\s|$))/.test(text.slice(number.length)))
    return number;
  // A passcode at the end of its line may have any signs.
  const [last = ''] = /^\S{1,64}$/.exec(text) ?? [];
  if (last !== '' && !/^[^(]*\)[.!]?$/.test(last)) return last.replace(/[.,]$/, '');
  return (/^[^\s,;<>()“”"]+/.exec(text)?.[0] ?? '').replace(/[.!?:'’]$/, '');
}

/** Takes spans out of a text, with the brackets and commas that are left around them. */
export function without(text: string, spans: readonly (Span & { instead?: string })[]): string {
  let [rest, from] = ['', 0];
  for (const { start, end, instead = '' } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    rest += text.slice(from, start) + instead;
    from = end;
  }
  return (rest + text.slice(from))
    .replaceAll(/[([] ?(?:[,;:&/|–-]|and|or|with)? ?[)\]]/gi, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ (?=[,.;:!?)])/g, '')
    .replaceAll(/[,;:](?=[,.;)])/g, '')
    .trim();
}

/** Lines of these words around a meeting's link say nothing that people miss. */
const meetingWords = new Set(
  'a about access add also an and android another app are at attend audio be below best box browser by call calendar can chrome click code computer conference conferencing connect connecting copy dial dialing different device devices directly do download edit enter event find first following for from get go google gotomeeting h.323 hangouts have has help here host id if in info information inroomlink.goto.com instantly instead international into invitation ios ip iphone is it jitsi join joining just kingdom learn link linux local location looking mac meet meeting microsoft mobile more my need network new not now number numbers of on one online only open options or organiser organisers organizer organizers our paste pc phone pin please press ready reset room scheduled section see session sip skype smartphone starts states supported system tablet tap teams telephone the this through time to touch type united uk url us use using video videocall view virtual visit want web webex webinar website when whereby windows with without you your zoom'.split(
    ' ',
  ),
);

const saysNothingElse = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}.]*/gu) ?? []).every(
    (word) => meetingWords.has(word.replace(/\.$/, '')) || /^\d+\.\d+\.\d+\.\d+$/.test(word),
  );

const isRule = (line: string) => /^[-_=~*·.:–—\s]{3,}$/.test(line);
/** The lines around the invitations of Teams and Google. */
const isFence = (line: string) => /^(?:_{16,}|-::[~:]{10,}-)$/.test(line);
const isGreeting = (line: string) =>
  /\b(?:inviting you to|invites you to join) .{0,16}\b(?:zoom|webex|teams|meeting|webinar)\b/i.test(
    line,
  );
/** Repeats of the event's own title and times. */
const isSchedule = (line: string) =>
  /^(?:topic|time|when|every|daily|weekly|monthly|please (?:download|import))\b/i.test(line);
const isVideoSystem = (line: string) =>
  /^(?:(?:or )?dial (?:directly: )?)?\d{6,16}@\S|^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/i.test(line);
const isPhone = (line: string) =>
  /^(?:\(\w\w\) )?(?:or )?(?:dial|call|phone|[\p{L} ]{2,24}(?=: \+))?(?:-in|:)? ?(?:\(\w\w\) )?\+?\d[\d ().-]{6}/iu.test(
    line,
  );
const tellsToDial = (line: string) =>
  /,,|#|\bdial\b|\btap\b|\bcall[ -]in\b|\bby phone\b|\btelephone\b|\bPIN\b/i.test(line);

interface ReadLine {
  text: string;
  /** Without bullets. */
  plain: string;
  /** Belongs to an invitation if it stands beside one. */
  isPart: boolean;
  hasMeeting: boolean;
  isDetail: boolean;
}

function readLine(text: string, known: readonly string[]): ReadLine {
  const plain = text.replace(/^[\s•*·-]+/, '').trim();
  const links = linksIn(text, known);
  const codes = codesIn(text);
  const own = links.filter((link) => link.isRoom || link.isPage);
  const left = without(text, [...own, ...codes]);
  const isOfWords = own.length === links.length && saysNothingElse(left);
  return {
    text,
    plain,
    isPart: isRule(text) || isOfWords || isVideoSystem(plain),
    hasMeeting: links.some((link) => link.isRoom) || codes.length > 0,
    isDetail: codes.length > 0 || isVideoSystem(plain) || text.includes('//tel.meet/'),
  };
}

export const nameOfMeeting =
  /\b(?:zoom|teams|webex|google meet|skype|gotomeeting|jitsi|dial[ -]?in|(?:conference|video) call|join by phone|(?:access|conference|meeting|participant|webinar) (?:code|id|pin|pass ?code))\b|\d,,\d/i;

/**
 * Takes the links and codes of online meetings out of a text, and the lines of an invitation by
 * Teams, Zoom, Google or Webex around them. Codes count only where there is a meeting.
 */
export function takeOutMeeting(
  text: string,
  { known, instead }: { known: readonly string[]; instead: string },
): MeetingText {
  const found = linksIn(text, known).filter((link) => link.isRoom);
  const isMeeting = known.length > 0 || found.length > 0 || nameOfMeeting.test(text);
  if (!isMeeting) return { rest: text, links: [], details: [] };
  const lines = withInvitations(text.split('\n').map((line) => readLine(line, known)));
  const details: string[] = [];
  const kept = runsOf(lines).flatMap((run) => {
    if (run.every(({ isPart }) => isPart) && run.some(({ hasMeeting }) => hasMeeting)) {
      details.push(...run.filter(({ isDetail }) => isDetail).map(({ plain }) => plain));
      return [''];
    }
    return run.map((line) => withoutInline(line.text, { known, instead }, details));
  });
  const rest = kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { rest, links: [...new Set(found.map(({ address }) => address))], details };
}

/** Takes links and codes out of a sentence. */
function withoutInline(
  line: string,
  { known, instead }: { known: readonly string[]; instead: string },
  details: string[],
): string {
  const codes = codesIn(line);
  const links = linksIn(line, known).filter((link) => link.isRoom);
  if (codes.length === 0 && links.length === 0) return line;
  details.push(...codes.map(({ start, end }) => line.slice(start, end)));
  const spans = links.map(({ start, end }) => {
    const isBracketed = line[start - 1] === '(' && line[end] === ')';
    return isBracketed ? { start: start - 1, end: end + 1, instead } : { start, end, instead };
  });
  return without(line, [...codes, ...spans]);
}

/** Groups lines that are part of an invitation, and those that aren't. */
function runsOf(lines: ReadLine[]): ReadLine[][] {
  const runs: ReadLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && last[0]?.isPart === line.isPart) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** Finds lines that only their place makes part of an invitation. */
function withInvitations(lines: ReadLine[]): ReadLine[] {
  const within = linesWithin(lines);
  let dials = false;
  return lines.map((line, index) => {
    const { plain } = line;
    const isDialled = isPhone(plain) && (dials || tellsToDial(plain));
    if (plain !== '') dials = isDialled || (line.isPart && tellsToDial(plain));
    if (isDialled) return { ...line, isPart: true, hasMeeting: line.hasMeeting, isDetail: true };
    const isOfIts = within.has(index);
    if (line.isPart || !isOfIts) return line;
    return { ...line, isPart: true, isDetail: !isGreeting(plain) && !isSchedule(plain) };
  });
}

/** Finds the lines between fences with a meeting, and from a greeting to the meeting's link. */
function linesWithin(lines: ReadLine[]): Set<number> {
  const within = new Set<number>();
  const add = (from: number, to: number) => {
    for (let index = from; index <= to; index += 1) within.add(index);
  };
  let fence: number | undefined;
  let greeting: number | undefined;
  let hasMeeting = false;
  for (const [index, line] of lines.entries()) {
    hasMeeting ||= line.hasMeeting;
    if (isFence(line.text.trim())) {
      if (fence !== undefined && hasMeeting) add(fence, index);
      fence = index;
      hasMeeting = false;
    }
    if (isGreeting(line.plain)) greeting = index;
    if (line.hasMeeting && greeting !== undefined && index - greeting < 16) {
      add(greeting, index);
      greeting = undefined;
    }
  }
  return within;
}
