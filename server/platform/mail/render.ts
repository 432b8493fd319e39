import { topicPhrases } from '#contract/base/mail.ts';
import { paths } from '#contract/platform/paths.ts';
import { logoId, renderHtml } from './html.ts';
import type { ButtonKey, EmailMessage, Recipient, Site, SubscriptionKey } from './email.ts';
import { renderText, subjectOf, type KeylessMessage, type Page } from './plain-text.ts';

/** A message with everything that rendering needs. */
export interface RenderInput {
  message: EmailMessage;
  recipient: Recipient;
  site: Site;
  /** Unsubscribes from emails of its topic. */
  subscription?: SubscriptionKey | undefined;
}

interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/** The sent copy, with secret links. */
export interface SentContent extends Rendered {
  /** Mail programs unsubscribe by a POST to it (RFC 8058). */
  unsubscribeUrl: string | undefined;
  /** The logo comes along, so that opening an email tells nobody. */
  logo: Buffer | undefined;
}

declare const withoutKeys: unique symbol;

/** The stored copy. Only `renderToStore` and `textContent` make it, so no secret gets into it. */
export interface StoredContent {
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly [withoutKeys]: true;
}

/** Create the addresses of links that grant access. */
export interface KeyMakers {
  button: (key: ButtonKey) => Promise<string> | string;
  subscription: (key: SubscriptionKey) => string;
}

const topicWords: Record<SubscriptionKey['topic'], string> = {
  ...topicPhrases,
  groupMessages: 'messages from the organisers of a group you belong to',
  eventMessages: 'messages from its organisers',
  groupInvitations: 'invitations to groups',
  guestLinks: 'links to come to events as a guest',
};

/** Renders the recipient's copy and creates its secret links. */
export async function renderToSend(input: RenderInput, keys: KeyMakers): Promise<SentContent> {
  const { button, ...message } = input.message;
  const { subscription } = input;
  const unsubscribeUrl = subscription && keys.subscription(subscription);
  const url = button && ('key' in button ? await keys.button(button.key) : button.url);
  return {
    ...drawPage(
      { ...message, ...(button && url !== undefined && { button: { label: button.label, url } }) },
      input,
      { reason: reasonFor(input), unsubscribeUrl, logoSource: `cid:${logoId}` },
    ),
    unsubscribeUrl,
    logo: input.site.logo?.png,
  };
}

/** Renders the stored copy: sentences replace the secret links. */
export function renderToStore(input: RenderInput, { isSent }: { isSent: boolean }): StoredContent {
  const { button, ...message } = input.message;
  const plain: KeylessMessage =
    button && 'key' in button
      ? {
          ...message,
          paragraphs: [...message.paragraphs, isSent ? keyWasSent : keptInstead[button.key.opens]],
        }
      : { ...message, ...(button && { button }) };
  const reason = reasonFor(input);
  const stored = drawPage(plain, input, {
    reason: input.subscription ? `${reason} ${unsubscribeNote}` : reason,
    unsubscribeUrl: undefined,
    logoSource: input.site.logo?.url ?? '',
  });
  return stored as Rendered & StoredContent;
}

const keyWasSent = 'The email has a link here that only its reader gets.';
const keyOfOperator =
  'Only the person who runs this site can get the link:\nnpm run admin -- --link <email>';
/** Without a mail server: how else to reach the link's target. */
const keptInstead: Record<ButtonKey['opens'], string> = {
  confirm_email: keyOfOperator,
  reset_password: keyOfOperator,
  ask: 'The link isn’t shown here. Its reader can answer on the event’s page instead.',
  offer: 'The link isn’t shown here. Its reader can answer on the event’s page instead.',
  guest:
    'The link isn’t shown here: only its reader gets it. An organiser can put them on the list by hand.',
  question: 'The link isn’t shown here: only its reader gets it.',
  report:
    'The link isn’t shown here. Its reader can sign in and open /appeal followed by the number instead.',
};
const unsubscribeNote = 'Only its reader gets the link that stops them.';

/** A text message as stored; text messages contain no secrets. */
export const textContent = (text: string): StoredContent =>
  ({ subject: null, text, html: null }) as unknown as StoredContent;

interface PageFrame {
  reason: string;
  unsubscribeUrl: string | undefined;
  logoSource: string;
}

function drawPage(
  message: KeylessMessage,
  { recipient, site, subscription }: RenderInput,
  { reason, unsubscribeUrl, logoSource }: PageFrame,
): Rendered {
  const stop =
    subscription && unsubscribeUrl !== undefined
      ? [{ label: stopSentence(subscription), url: unsubscribeUrl }]
      : [];
  const choose = { label: 'Choose which emails you get', url: site.origin + paths.mailPreferences };
  const page: Page = {
    message,
    site,
    ...(site.logo && { logoSource }),
    greeting:
      message.greeting ?? (recipient.firstName ? `Hello ${recipient.firstName},` : 'Hello,'),
    signature: `The people at ${site.name}`,
    reason,
    links: recipient.id === null ? stop : [...stop, choose],
  };
  return { subject: subjectOf(message), text: renderText(page), html: renderHtml(page) };
}

function stopSentence({ topic }: SubscriptionKey): string {
  if (topic === 'groupMessages') return 'Mute this group';
  if (topic === 'groupInvitations') return 'Never invite me to a group again';
  if (topic === 'guestLinks') return 'No such emails to this address again';
  return topic === 'eventMessages' ? 'Stop messages about this event' : `Stop ${topicWords[topic]}`;
}

function reasonFor({ recipient, site, subscription }: RenderInput): string {
  if (subscription?.topic === 'groupInvitations')
    return 'You’re getting this email because an organiser of this group has your address from elsewhere. We delete it after 30 days.';
  if (subscription?.topic === 'guestLinks')
    return `You’re getting this email because someone gave this address at ${site.name} to come to an event.`;
  if (subscription?.topic === 'eventMessages')
    return `You asked to come to this event at ${site.name}, so you get ${topicWords.eventMessages}.`;
  if (subscription)
    return `You’re a member of ${site.name}, so you get ${topicWords[subscription.topic]}.`;
  return recipient.id === null
    ? `You’re getting this email because someone gave this address at ${site.name}.`
    : `You’re getting this email as a member of ${site.name}.`;
}
