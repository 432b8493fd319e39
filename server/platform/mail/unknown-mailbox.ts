/** The codes and words by which a mail server refused a recipient for good. */
export interface Rejection {
  /** The enhanced code (RFC 3463), such as 5.1.1. */
  status: string | undefined;
  words: string;
}

/**
 * Tells whether a refusal means that there is no such mailbox. A code among the server's words
 * decides if it says so; otherwise the words must, or nothing but the mailbox can be meant. A code
 * beside them may be a guess: Sendmail calls every bare 550 and 553 a bad address.
 */
export function isUnknownMailbox({ status = '', words }: Rejection): boolean {
  const codes = codesIn(words);
  const reply = replyIn(words);
  if ([status, ...codes].some((code) => ofAnotherCause.test(code)) || /^[24]/.test(reply ?? ''))
    return false;
  if (codes.some((code) => ofTheMailbox.test(code))) return true;
  if (anotherCause.test(withoutAddresses(words).join(' '))) return false;
  if (ofTheMailbox.test(status)) return true;
  const said = withoutAddresses(words)
    .filter((word) => !word.startsWith('//'))
    .join(' ');
  if (saysOwnerIsGone(said) || noSuchMailbox.some((pattern) => pattern.test(said))) return true;
  if (status === '5.4.1') return deniedByDirectory.test(said);
  return ofSomeMailbox.has(status) && (reply === undefined || mailboxReplies.has(reply));
}

/** Finds enhanced codes in a server's words, and no part of an IP address. */
export const codesIn = (words: string): string[] =>
  words.match(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g) ?? [];

/** Finds the three digits of a reply (RFC 5321, 4.2). */
export const replyIn = (words: string): string | undefined =>
  /(?<![\d.])[245]\d\d(?=[ -]|$)/.exec(words)?.[0];

/** A failure for now, a full or closed mailbox, the sender (5.1.7 to 9), and the server's rules. */
const ofAnotherCause = /^(?:4\.|5\.(?:7\.|2\.[2-4]$|1\.[789]$))/;

/**
 * A bad or moved address, or a disabled mailbox (RFC 3463, 3.2 and 3.3); 5.1.351 is Exchange's code
 * for what another server calls so.
 */
const ofTheMailbox = /^5\.(?:1\.(?:[1-6]|10|351)|2\.1)$/;

/** Other and undefined failures of an address or a mailbox; Outlook's 5.5.0 means the latter. */
const ofSomeMailbox: ReadonlySet<string> = new Set(['5.1.0', '5.2.0', '5.5.0']);

/** 'Mailbox unavailable', 'user not local' and 'mailbox name not allowed' (RFC 5321, 4.2.3). */
export const mailboxReplies: ReadonlySet<string> = new Set(['550', '551', '553']);

/** Exchange Online's answer for an address that isn't in the organisation's directory. */
const deniedByDirectory = /recipient address(?:es)? rejected/i;

/** Leaves addresses out, whose names can be anything. */
const withoutAddresses = (words: string) =>
  words
    .slice(0, 2_000)
    .split(/[\s<>()[\]:;]+/)
    .filter((word) => !word.includes('@'));

const owner =
  /\b(?:users?|recipients?|(?<!smtp )mailbox(?:es)?|accounts?|(?<!sender )address(?:es)?|addressees?|e-?mail (?:id|box)|local[- ]part|person|customer|subscriber|alias)\b/gi;
const isGone =
  /\b(?:unknown|invalid|no longer|unavailable|inactive|disabled|deactivated|discontinued|deleted|closed|not (?:been )?(?:found|exist(?:ing)?|known|valid|listed|recogni[sz]ed|active|present|local|here|ok|available)|isn['’]?t (?:valid|known|active)|\w+n['’]?t (?:exist|be found))\b/i;
/** How far the one stands behind the other, with the longest words for it. */
const mostBetween = 90;

/** 'The account that you mailed is disabled'. */
const saysOwnerIsGone = (words: string) =>
  [...words.matchAll(owner)].some(({ 0: found, index }) => {
    const end = index + found.length;
    return isGone.test(words.slice(end, end + mostBetween));
  });

/** Ways to say it in Exchange, Postfix, Exim, Sendmail, qmail, Domino, Gmail, Yahoo and Zoho. */
const noSuchMailbox = [
  /\b(?:unknown|no such|invalid|non-?existent|not existing|bad|illegal|inactive|disabled|not an? (?:valid|known|active|registered)|no valid|no active) (?:or \w+ )?(?:(?:virtual|local|destination|e-?mail|final) )*(?:users?|recipients?|(?<!smtp )mailbox(?:es)?|accounts?|address(?:es)?|addressees?|e-?mail (?:id|box)|local[- ]part|person|customer|subscriber|alias)\b/i,
  /no (?:mailbox|account|user|one|person) (?:here|found|by that name|with that name|at this address)/i,
  /(?:do(?:es)?n['’]?t|do(?:es)? not) have an? (?:\S{1,100} account|user|mailbox)\b/i,
  /account that you tried to reach|unrout(?:e)?able address|recip(?:ient)?(?: ?address)? ?not ?found|accountdisabled|not in my validrcptto|can['’]?t accept user|not our customer/i,
  /\b(?:inconnue?|unbekannte?r?|desconocid[oa]|sconosciut[oa])\b/i,
];

/** The sender, its server or its message, the server's rules, or too much in the mailbox. */
const anotherCause =
  /\b(?:spam\w*|polic(?:y|ies)|black-?list\w*|block-?list\w*|blocked|dnsbl|rbl|reputation|spf|dkim|dmarc|virus|malware|banned|relaying|relay (?:access|denied|not|is|prohibited)|(?:not|to|open) relay|quota|full|too (?:large|big|many|long)|exceed\w*|(?:size|rate|sending) limit|throttl\w*|authenticat\w*|grey-?list\w*|greylist\w*|ip address|dns|ptr|helo|loop\w*|hop count|timed? ?out|temporar\w*|(?:again|try) later|insufficient|protocol|syntax|(?:bad|invalid|unknown|unrecogni[sz]ed) command|command (?:not|unrecogni[sz]ed)|message (?:content|size)|content rejected|your (?:account|mailbox|domain|server|host|e-?mail)|(?:invalid|unknown|bad|forged|unverified) sender|sender(?:['’]s)?(?: (?:address|domain|e-?mail))? ?:?(?: \S+)? ?(?:reject\w*|denied|not|verif\w*|unknown|invalid|refused|does|is))\b/i;
