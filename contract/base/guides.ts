import { helpPath } from '#contract/platform/paths.ts';

export const guideReaders = ['members', 'organisers', 'admins'] as const;
export type GuideReader = (typeof guideReaders)[number];

interface Guide {
  /** The title and the first paragraph of its file in `docs/guide`. */
  title: string;
  about: string;
  reader: GuideReader;
}

/** The guides of the help pages, in the order in which they are listed. */
export const guides = {
  'finding-your-people': {
    title: 'Finding your people',
    about: 'Find a group or an event near you, and say that you’re coming.',
    reader: 'members',
  },
  'your-data': {
    title: 'Your data and your emails',
    about: 'Choose the emails you get, download your data, or leave the site.',
    reader: 'members',
  },
  'on-your-phone': {
    title: 'On your phone',
    about:
      'Put the site on your home screen, get notifications, and keep your events for times without a signal.',
    reader: 'members',
  },
  'first-event': {
    title: 'Your first event',
    about: 'Start a group, create an event and tell people about it.',
    reader: 'organisers',
  },
  'weekly-class': {
    title: 'A weekly class',
    about: 'Create all the dates of a term at once, and change or cancel single weeks.',
    reader: 'organisers',
  },
  'moving-from-meetup': {
    title: 'Moving from Meetup',
    about: 'Bring your group here, and invite its members.',
    reader: 'organisers',
  },
  'on-the-night': {
    title: 'On the night',
    about: 'Print a list for the door, write to people and fill free places.',
    reader: 'organisers',
  },
  'when-something-goes-wrong': {
    title: 'When something goes wrong',
    about: 'Change or cancel an event, stop a message, and deal with trouble.',
    reader: 'organisers',
  },
  'first-week': {
    title: 'Your first week',
    about: 'Set up the site, check its legal pages and find someone to help you.',
    reader: 'admins',
  },
  'a-report-comes-in': {
    title: 'A report comes in',
    about: 'Read a report, decide in time and tell both sides.',
    reader: 'admins',
  },
  'compliance-documents': {
    title: 'Your yearly compliance documents',
    about: 'Write the six documents that the law asks for, and check them once a year.',
    reader: 'admins',
  },
} as const satisfies Record<string, Guide>;

export type GuideName = keyof typeof guides;
export const guideNames = Object.keys(guides) as GuideName[];

export const guidePath = (name: GuideName) => `${helpPath}/${name}`;

/** The size of a guide's picture of the screen that it is about, in pixels. */
export const guidePicture = { width: 1152, height: 720 };

export const guidePicturePath = (name: GuideName, theme: 'light' | 'dark') =>
  `/guides/${name}-${theme}.webp`;
