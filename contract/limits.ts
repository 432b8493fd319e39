/** How many of each a screen shows at first (docs/behaviour.md, Screens). */
export const pageSizes = {
  homeEvents: 6,
  events: 9,
  groups: 8,
  popularGroups: 4,
  profileGroups: 3,
  comments: 20,
  members: 50,
  desk: 25,
  myEvents: 9,
} as const;

export const skeletons = {
  homeEvents: 3,
  homeGroups: 4,
  events: 6,
  groups: 8,
  groupEvents: 2,
  members: 6,
} as const;

export const attendeeAvatars = 5;
export const metaDescriptionLength = 155;
/** What the screens suggest to give, in pounds: support and welcome, then sign-up. */
export const donationAmounts = { support: [5, 10, 20, 50], signUp: [5, 15, 30, 50] } as const;
/** In pounds. */
export const largestDonation = 5_000;
export const donationCountdownSeconds = 5;
export const listLimit = 100;
export const sessionDays = 30;

/** For how long a browser is known as one that its owner has signed in with. */
export const deviceDays = 365;

/** How long the log of sign-ins is kept, and how much of it its owner is shown. */
export const signInDays = 90;
export const signInsShown = 20;

/** The widths a picture of ours is kept in besides its own, by what it is for. */
export const pictureWidths = { avatar: [96, 192], cover: [320, 640, 960] } as const;

/** The largest picture kept for each use, which also gives its proportions. */
export const pictureBoxes = {
  avatar: { width: 512, height: 512 },
  cover: { width: 1280, height: 720 },
} as const;

export const pictureUses = ['avatar', 'cover'] as const;
export type PictureUse = (typeof pictureUses)[number];

/** How many weeks the admins' charts show, the present one included. */
export const chartWeeks = 26;

/** Over how many weeks attendance is added up, and after how many without an event a group is quiet. */
export const attendanceWeeks = 12;
export const quietWeeks = 8;

/** What keeps spam slow. Admins are held back by none of it, nor is anybody where limits are off. */
export const spamLimits = {
  /** How long an account counts as new; where mail is sent, also until its address is confirmed. */
  newDays: 3,
  /** What a new account may write: comments with a link in an hour, and groups in a day. */
  linksAnHour: 5,
  groupsADay: 10,
  /** How often the same text may be there within so many days before an admin has to look at one more. */
  copies: 3,
  copyDays: 7,
  /** In letters and digits: shorter ones are what people say anyway, unless there is a link in them. */
  shortestCopy: 80,
} as const;

/** Who did what nobody's hand did: a setting in force. */
export const systemActor = 'system';
