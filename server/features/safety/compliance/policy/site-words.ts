import { counted } from '#contract/platform/counted.ts';
import type { Facts } from './facts.ts';
import { list, plain } from './paper.ts';

/** Phrases about the site that several documents share. */
export const whoSignsUp = ({ settings }: Facts): string =>
  settings.registration === 'open'
    ? `Anyone aged ${settings.minimumAge} or over may make an account; they give an email address and say that they are old enough.`
    : `Only people with an invitation may make an account; they give an email address and say that they are ${settings.minimumAge} or over.`;

export const howGroupsBegin = ({ settings }: Facts): string =>
  settings.groupApproval
    ? 'A new group is public only once an admin has approved it, and again after each edit by its owner.'
    : 'A new group is public at once, but for one that an admin has rejected and for one that repeats what others have posted.';

export const howMuch = ({ figures }: Facts): string =>
  `On the day this was saved it had ${counted(figures.members, 'account')} (${counted(figures.admins, 'admin')} among them), ${counted(figures.groups, 'group')}, ${counted(figures.events, 'event')} and ${counted(figures.comments, 'comment')}.`;

export const whatItIs = (facts: Facts): string =>
  `${plain(facts.site.name)} at ${plain(facts.site.address)} lets people find groups near them, say that they are coming to events, and talk about those events. ${whoSignsUp(facts)} ${howMuch(facts)}`;

/** The functions by which people can interact here, and those the site doesn't have. */
export const functions = (facts: Facts): string =>
  list([
    'A public page for each group and event, with a description, a picture and links, written by its organisers',
    `Groups. ${howGroupsBegin(facts)}`,
    'Comments under an event, by members of its group, seen by them',
    'A profile with a first name, a picture, a short text and a town; strangers see none of it, other members a card where they share a group or an event',
    'Messages from organisers to the members of a group or the people of an event, by email, to many at once; no answer goes to all',
    'A letter from a member to the organisers of a group, by email',
    'No messages between two members, no chat, no encrypted messages',
    'No livestream, no video, no sound, no files; pictures only as a profile’s or a page’s',
    'No friends or followers, no search for people, no re-posting',
    'No feed that is chosen for anybody: lists are by time, place and words',
    facts.services.payments
      ? 'No payments between members; donations to the site itself go through Stripe'
      : 'No payments of any kind',
  ]);

const where = (host: string | null, row: (host: string) => string[]) =>
  host ? [row(plain(host))] : [];

/** Other processors of data: who they are, for what purpose, and the data they get. */
export const processors = ({ services }: Facts): string[][] => [
  ...where(services.mail, (host) => [
    `Mail server at ${host}`,
    'Delivers email',
    'Address, and what the letter says',
  ]),
  ...(services.texts
    ? [['Twilio', 'Delivers text messages to members who chose them', 'Phone number, and the text']]
    : []),
  ...(services.payments
    ? [
        [
          'Stripe',
          'Takes donations by card; it decides itself what it does with payment details',
          'Amount, and what the giver types there; card numbers never come here',
        ],
      ]
    : []),
  ...where(services.towns, (host) => [
    `Search for towns at ${host}`,
    'Suggests towns as somebody types',
    'What was typed, and nothing of who types',
  ]),
  ...where(services.signIn, (host) => [
    `Sign-in at ${host}`,
    'Lets people sign in by an account they have there',
    'That somebody signs in here',
  ]),
];
