import { paths } from '#contract/platform/paths.ts';
import { renderHtml } from './html.ts';
import type { ButtonKey, SubscriptionKey } from './keys.ts';
import type { Letter, Recipient, Site } from './letter.ts';
import { subjectOf, type Page, type PlainLetter } from './page.ts';
import { renderText } from './plain-text.ts';

/** A letter with all that it takes to draw it. */
export interface Written {
  letter: Letter;
  recipient: Recipient;
  site: Site;
  /** Ends mails of its sort. */
  subscription?: SubscriptionKey | undefined;
}

interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/** The email as sent, with its tokens. */
export interface SentMail extends Rendered {
  /** Where a mail program unsubscribes by a POST (RFC 8058). */
  unsubscribeUrl: string | undefined;
}

declare const withoutKeys: unique symbol;

/**
 * The email as stored. Only `renderToKeep` and `keptText` make it, so that no token gets into it.
 */
export interface KeptMail {
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly [withoutKeys]: true;
}

/** Make the addresses of keys. */
export interface KeyMakers {
  button: (key: ButtonKey) => Promise<string> | string;
  subscription: (key: SubscriptionKey) => string;
}

const whatItIs: Record<SubscriptionKey['topic'], string> = {
  confirmations: 'confirmations of your RSVPs',
  reminders: 'reminders of events you are going to',
  groupRequests: 'requests to join the groups you organise',
  groupNews: 'news from the groups you belong to',
  fundraising: 'messages that ask for donations',
  reviews: 'emails about what waits for review',
  groupMessages: 'messages from the organisers of a group you belong to',
};

/** The copy for its recipient: each key is made now. */
export async function renderToSend(written: Written, keys: KeyMakers): Promise<SentMail> {
  const { button, ...letter } = written.letter;
  const { subscription } = written;
  const unsubscribeUrl = subscription && keys.subscription(subscription);
  const url = button && ('key' in button ? await keys.button(button.key) : button.url);
  return {
    ...draw(
      { ...letter, ...(button && url !== undefined && { button: { label: button.label, url } }) },
      written,
      { reason: reasonFor(written), unsubscribeUrl },
    ),
    unsubscribeUrl,
  };
}

/** The copy for the record: sentences stand in the place of its keys. */
export function renderToKeep(written: Written, { isSent }: { isSent: boolean }): KeptMail {
  const { button, ...letter } = written.letter;
  const plain: PlainLetter =
    button && 'key' in button
      ? {
          ...letter,
          paragraphs: [...letter.paragraphs, isSent ? keyWasSent : instead[button.key.opens]],
        }
      : { ...letter, ...(button && { button }) };
  const reason = reasonFor(written);
  const kept = draw(plain, written, {
    reason: written.subscription ? `${reason} ${unsubscribing}` : reason,
    unsubscribeUrl: undefined,
  });
  return kept as Rendered & KeptMail;
}

const keyWasSent = 'The link that stands here in the email is shown to nobody else.';
const keyOfOperator =
  'The link is shown to nobody but whoever runs this site:\nnpm run admin -- --link <email>';
/** Where nothing is sent: how to come by what the key would open. */
const instead: Record<ButtonKey['opens'], string> = {
  confirm_email: keyOfOperator,
  reset_password: keyOfOperator,
  offer: 'The link is shown to nobody. What it does can be done on the page of the event.',
  report:
    'The link is shown to nobody. What it does can be done at /appeal and the number, by whoever is signed in.',
};
const unsubscribing = 'The link that stops them is shown to nobody but whom it is for.';

/** A text to a phone: those hold no keys. */
export const keptText = (text: string): KeptMail =>
  ({ subject: null, text, html: null }) as unknown as KeptMail;

function draw(
  letter: PlainLetter,
  { recipient, site, subscription }: Written,
  { reason, unsubscribeUrl }: { reason: string; unsubscribeUrl: string | undefined },
): Rendered {
  const stop =
    subscription && unsubscribeUrl !== undefined
      ? [{ label: stopping(subscription), url: unsubscribeUrl }]
      : [];
  const choose = { label: 'Choose which emails you get', url: site.origin + paths.mailPreferences };
  const page: Page = {
    letter,
    site,
    greeting: letter.greeting ?? (recipient.firstName ? `Hello ${recipient.firstName},` : 'Hello,'),
    signature: `The people at ${site.name}`,
    reason,
    links: recipient.id === null ? [] : [...stop, choose],
  };
  return { subject: subjectOf(letter), text: renderText(page), html: renderHtml(page) };
}

const stopping = ({ topic }: SubscriptionKey) =>
  topic === 'groupMessages' ? 'Mute this group' : `Stop ${whatItIs[topic]}`;

function reasonFor({ recipient, site, subscription }: Written): string {
  if (subscription) return `You get ${whatItIs[subscription.topic]} as a member of ${site.name}.`;
  return recipient.id === null
    ? `You get this email because this address was given at ${site.name}.`
    : `You get this email as a member of ${site.name}.`;
}
