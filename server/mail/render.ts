import type { MailTopic } from '../../contract/mail.ts';
import { paths } from '../../contract/paths.ts';
import { renderHtml } from './html.ts';
import type { Letter, Recipient, Site } from './letter.ts';
import { subjectOf, type Page } from './page.ts';
import { renderText } from './plain-text.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const whatItIs: Record<MailTopic, string> = {
  reminders: 'reminders of events you are going to',
  groupRequests: 'requests to join the groups you organise',
  groupNews: 'news from the groups you belong to',
};

/** A letter as mail; `unsubscribe` is the address that ends mails of its topic. */
export function render(
  letter: Letter,
  recipient: Recipient,
  site: Site,
  subscription?: { topic: MailTopic; url: string },
): RenderedMail {
  const page: Page = {
    letter,
    site,
    greeting: letter.greeting ?? (recipient.firstName ? `Hello ${recipient.firstName},` : 'Hello,'),
    signature: `The people at ${site.name}`,
    reason: reasonFor(recipient, site, subscription?.topic),
    links: linksFor(recipient, site, subscription),
  };
  return { subject: subjectOf(letter), text: renderText(page), html: renderHtml(page) };
}

function reasonFor(recipient: Recipient, site: Site, topic: MailTopic | undefined): string {
  if (topic) return `You get ${whatItIs[topic]} as a member of ${site.name}.`;
  return recipient.id === null
    ? `You get this email because this address was given at ${site.name}.`
    : `You get this email as a member of ${site.name}.`;
}

function linksFor(
  recipient: Recipient,
  site: Site,
  subscription: { topic: MailTopic; url: string } | undefined,
): Page['links'] {
  if (recipient.id === null) return [];
  const choose = {
    label: 'Choose which emails you get',
    url: `${site.origin}${paths.mailPreferences}`,
  };
  return subscription
    ? [{ label: `Stop ${whatItIs[subscription.topic]}`, url: subscription.url }, choose]
    : [choose];
}
