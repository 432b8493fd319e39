/** How many items a screen shows at first (docs/behaviour/screens.md, Screens). */
export const pageSizes = {
  homeEvents: 6,
  nearEvents: 3,
  events: 9,
  groups: 8,
  popularGroups: 4,
  matchingGroups: 3,
  profileGroups: 3,
  comments: 20,
  members: 50,
  attendees: 50,
  waitlist: 50,
  admin: 25,
  myEvents: 9,
  hostedEvents: 3,
} as const;

export const skeletonCounts = {
  homeEvents: 3,
  homeGroups: 4,
  events: 6,
  groups: 8,
  groupEvents: 2,
  members: 6,
} as const;

export const attendeeAvatars = 5;
export const metaDescriptionLength = 155;
/** The amounts that screens suggest, in pounds: support and welcome, then sign-up. */
export const donationAmounts = { support: [5, 10, 20, 50], signUp: [5, 15, 30, 50] } as const;
/** In pounds. */
export const largestDonation = 5_000;
export const donationCountdownSeconds = 5;
export const listLimit = 100;
/** The number of items that the admins' queue shows. */
export const adminQueueLength = 8;
/** The radius of 'nearby' in miles, and the most towns in a nearby list. */
export const nearby = { miles: 25, towns: 60 } as const;
/** The distances in miles that a search can be limited to. */
export const distances = [1, 3, 5, 10, 25, 50] as const;
export const milesParam = /^(1|3|5|10|25|50)$/;
/** How many towns are suggested if a place has no events. */
export const townsOffered = 6;
/** How many towns, or searches, are suggested for a misspelt one. */
export const spellingsSuggested = 3;
/** Categories have the ids from 1 to 10. */
export const categoryId = /^([1-9]|10)$/;
/** The largest capacity of an event, and the most guests per attendee. */
export const largestCapacity = 10_000;
export const maxGuests = 5;
/** The most children that one adult answers for. */
export const maxChildren = 6;
/** The most people in one entry that an organiser adds by hand. */
export const maxAddedPeople = 20;
export const maxWalkInPeople = 9;
export const maxArrivals = 200;
/**
 * Arrivals are taken from so many hours before the start; helpers' links end as long after the end.
 */
export const doorHours = 12;
export const doorDaysAfter = 7;
/** Arrivals are deleted so long after the event, and their numbers stay. */
export const attendanceMonths = 12;
/** The coming events whose pages a member's device keeps for times without a network. */
export const offlineEvents = 20;
/** The most links for helpers that an event has at a time. */
export const maxDoorLinks = 10;
/** The fewest characters of an event's place and description. */
export const shortestLocation = 5;
export const shortestDescription = 20;
/** How long a member of a group is new, in days. */
export const newMemberDays = 30;
/** How long an answer to a group's question is kept after the request's approval, in days. */
export const joinAnswerDays = 30;
export const longestCancelReason = 140;
/** How long a guest's name and address are kept after the event, in days. */
export const guestDays = 30;
/** How long the address of somebody invited by email is kept, in days. */
export const invitedDays = 30;
/** How long the preview of a calendar is kept, in days. */
export const importDays = 30;
/** How many previews of a group that nobody has published are kept. */
export const previewsKept = 5;
/** How long a request to come without an account waits for its confirmation. */
export const unconfirmedGuestHours = 24;

/** How long the link of a guest who has cancelled brings their place back. */
export const guestReturnHours = 24;
/** A card shows how many places are left from this number down. */
export const fewPlaces = 5;
/**
 * An outside calendar contains upcoming events and those of the last `feedDays` days, at most
 * `feedEntries`.
 */
export const feedDays = 30;
export const feedEntries = 1_000;
/** The number of characters of a description in a feed. */
export const feedText = 300;
/** How many new events an Atom feed has. */
export const newEventsInFeed = 50;
/** For a series listed once: the number of dates shown after the next one. */
export const furtherDates = 3;
/** How many events of a day a month shows, and up to which number it counts them. */
export const monthDay = { shown: 4, counted: 50 } as const;
export const sessionDays = 30;
/** The most sessions of an account; those of a public demonstration share their accounts. */
export const maxSessions = 500;

/** How long the server remembers an `Idempotency-Key`. */
export const idempotencyHours = 24;

/** How long an admin can undo a purge, and the number of examples in its preview. */
export const purgeHours = 24;
export const purgeExamples = 3;

/** How long a browser is remembered as one that its owner has signed in with. */
export const deviceDays = 365;

/** The longest life of an access token, and the most that a member can have at a time. */
export const largestTokenDays = 365;
export const maxTokens = 20;
export const expiredTokenDays = 30;

export const maxPasskeys = 10;

/**
 * A member who signed in within these minutes can create a token, or without a password add a
 * passkey, without further proof of who they are.
 */
export const freshSignInMinutes = 10;

/** The most devices of a member that get notifications, and the largest notification. */
export const maxPushDevices = 10;
export const maxPushBytes = 3_000;

/** How long the log of sign-ins is kept, and how much of it its owner sees. */
export const signInDays = 90;
export const signInsShown = 20;

/**
 * The most emails a day to one address, of all kinds together: `unconfirmed` to one that has
 * confirmed nothing, and `unasked` and `own` to any other. `unasked` are those that others cause,
 * with the last `keptForTimely` reserved for emails that are useless a day later. `own` are those
 * that the owner requests or causes and security notices, with the last `keptForRequested` reserved
 * for links and notices. `guestLinks` are the most links to come as a guest among them. Emails that
 * wait longer than `waitDays` are dropped.
 */
export const dailyEmails = {
  unconfirmed: 3,
  unasked: 60,
  keptForTimely: 10,
  own: 40,
  keptForRequested: 10,
  guestLinks: 10,
  waitDays: 2,
} as const;

/** How long an admin can retry a dead email, and how long the records of emails are stored. */
export const deadMailDays = 90;
export const mailRecordDays = 365;

/** How long an abandoned payment is kept. */
export const abandonedPaymentDays = 30;

/** The further widths of an uploaded picture, by its use. */
export const pictureWidths = { avatar: [96, 192], cover: [320, 640, 960], logo: [96] } as const;

/** The largest picture kept for each use, which also gives its proportions. */
export const pictureBoxes = {
  avatar: { width: 512, height: 512 },
  cover: { width: 1280, height: 720 },
  logo: { width: 512, height: 512 },
} as const;

export const pictureUses = ['avatar', 'cover', 'logo'] as const;
export type PictureUse = (typeof pictureUses)[number];

/**
 * Days of a complaint: `answer` is the deadline, admins get a warning on the days in `warned`, and
 * an answered complaint is stored for `kept` days. That is longer than regulators accept
 * complaints, and as long as Ofcom asks for records.
 */
export const complaintDays = { answer: 30, warned: [20, 27], kept: 3 * 365 } as const;

/** How long a decided report is kept: as long as a complaint, for the same reasons. */
export const reportKeptDays = complaintDays.kept;

/** How many weeks the admins' charts show, this one included. */
export const chartWeeks = 26;

/**
 * The weeks over which attendance is added up, and after which a group without events counts as
 * quiet.
 */
export const attendanceWeeks = 12;
export const quietWeeks = 8;

/** The actor of automatic actions, which a setting caused. */
export const systemActor = 'system';
/** The operator, who has shell access to the machine. */
export const shellActor = 'shell';

/**
 * The weight of calls that write (`server/platform/rate/weight.ts`): one point per call, and one
 * more for this many characters written. Each row counts as its text plus a fixed number of
 * characters. The parts of a body are its values in JSON.
 */
export const writeWeight = {
  charactersOfPoint: 50_000,
  charactersOfRow: 500,
  partsOfPoint: 4_000,
} as const;

/** An account younger than this is a new account, unless it is an admin's. */
export const newAccountDays = 7;

const megabyte = 1_000_000;

/**
 * The quotas of an account and a group, before the operator's QUOTAS raise them. Comments and
 * previews of calendars count for 24 hours.
 */
export const quotas = {
  pictures: { newAccount: 20, account: 500 },
  pictureBytes: { newAccount: 20 * megabyte, account: 500 * megabyte },
  comingDates: { newAccount: 400, group: 2_000, unapprovedGroup: 110 },
  comments: { newAccount: 200, account: 1_000 },
  unapprovedGroups: { newAccount: 10, account: 20 },
  previewBytes: { newAccount: 25 * megabyte, account: 250 * megabyte },
} as const;

/** Forms show what is left once this share of a quota is used. */
export const quotaNoticeShare = 0.8;
