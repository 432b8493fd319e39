import type { nouns } from '#contract/api.ts';
import type { Tag, TagGroup } from '#platform/openapi/tags.ts';

/** A tag whose nouns are files of the contract. */
interface NounTag extends Tag {
  nouns: (keyof typeof nouns)[];
}

/**
 * The headings of the API's description: one group for each domain. A few nouns appear where a
 * reader looks for them and not in their own domain, such as the deletion of an account.
 */
export const tagGroups: readonly (TagGroup & { tags: NounTag[] })[] = [
  {
    name: 'Accounts and settings',
    description: 'Sign in, change your account, and read what every site has.',
    tags: [
      {
        name: 'Your account',
        nouns: ['accounts'],
        description: 'Your profile, as you see it.',
      },
      {
        name: 'Signing in',
        nouns: ['signIn'],
        description: 'Registration, passwords, confirmed addresses and sessions.',
      },
      {
        name: 'Two-step sign-in',
        nouns: ['twoStep'],
        description: 'A code from an app as well as the password.',
      },
      {
        name: 'Passkeys',
        nouns: ['passkeys'],
        description: 'Sign in with a fingerprint, a face or a screen lock (WebAuthn).',
      },
      {
        name: 'Access tokens',
        nouns: ['tokens'],
        description: 'Keys for your own scripts. You see a token once, when you create it.',
      },
      {
        name: 'Emails',
        nouns: ['mail'],
        description: 'The emails a member gets, and for admins the emails that were sent.',
      },
      {
        name: 'Notifications',
        nouns: ['notifications'],
        description: 'News on a member’s own devices, and how they hear of each kind of it.',
      },
      {
        name: 'Quotas',
        nouns: ['quotas'],
        description: 'How much a member can post in a day or own in all.',
      },
      {
        name: 'Pictures',
        nouns: ['media'],
        description: 'Pictures for profiles, groups and events.',
      },
      {
        name: 'Categories',
        nouns: ['categories'],
        description: 'The categories that groups and events belong to.',
      },
      {
        name: 'Towns and places',
        nouns: ['locations'],
        description: 'Suggestions for somebody who types the name of a place.',
      },
      {
        name: 'Donations',
        nouns: ['donations'],
        description: 'Donations to the site by card.',
      },
      {
        name: 'Data export',
        nouns: ['dataExport'],
        description: 'Everything the site holds about you, in one file.',
      },
      {
        name: 'Account deletion',
        nouns: ['accountDeletion'],
        description: 'Delete your account, and see first what goes with it.',
      },
    ],
  },
  {
    name: 'Blocks and moderation',
    description: 'Keep two members apart, and review what automatic checks have stopped.',
    tags: [
      {
        name: 'Blocks',
        nouns: ['blocks'],
        description: 'Two members, one of whom has blocked the other, do not see each other.',
      },
      {
        name: 'Pending review',
        nouns: ['pendingReview'],
        description: 'Comments and messages that wait for an admin.',
      },
    ],
  },
  {
    name: 'Groups',
    description: 'Start and run groups, and join them.',
    tags: [
      {
        name: 'Groups',
        nouns: ['groups', 'groupFile'],
        description: 'A group hosts events. An admin approves it before others see it.',
      },
      {
        name: 'Imports',
        nouns: ['imports'],
        description: 'Events of a calendar, previewed and then published in a group.',
      },
      {
        name: 'Members',
        nouns: ['membership', 'invitationLink', 'emailInvitations'],
        description: 'Joining and leaving a group, and what organisers decide about members.',
      },
      {
        name: 'Profiles',
        nouns: ['profiles'],
        description: 'The profiles of people who share a group with you.',
      },
    ],
  },
  {
    name: 'Events',
    description: 'Find events, host them, go to them and talk about them.',
    tags: [
      {
        name: 'Events',
        nouns: ['events', 'eventMonth', 'eventSearch'],
        description: 'Single events, and each date of a series.',
      },
      {
        name: 'Series',
        nouns: ['series', 'seriesChanges'],
        description: 'Events that repeat. Each date is an event of its own.',
      },
      {
        name: 'RSVPs',
        nouns: ['rsvps', 'answers'],
        description: 'Who goes to an event, with how many guests, and who can’t come.',
      },
      {
        name: 'Household',
        nouns: ['household'],
        description: 'The children whom a member answers for, alone or with another adult.',
      },
      {
        name: 'Waiting list',
        nouns: ['waitlist', 'offers'],
        description: 'The waiting list of a full event, and the places offered from it.',
      },
      {
        name: 'Without an account',
        nouns: ['guestRsvps', 'questions', 'addedAttendees'],
        description:
          'People who come without an account, by a link in an email or added by an organiser.',
      },
      {
        name: 'Door',
        description: 'Who is here, at the door of an event, and who came.',
        nouns: ['arrivals'],
      },
      {
        name: 'Comments',
        nouns: ['comments'],
        description: 'Comments on an event, by members of its group.',
      },
      {
        name: 'Messages to members',
        nouns: ['messages'],
        description: 'Emails from organisers to a group or to the people attending an event.',
      },
      {
        name: 'Messages to organisers',
        nouns: ['contact'],
        description: "Emails from members to a group's organisers.",
      },
      {
        name: 'Calendar feed',
        nouns: ['feeds'],
        description: 'A private link that keeps your events in your own calendar.',
      },
    ],
  },
  {
    name: 'Safety',
    description: 'Report content, complain to the operator, and decide on both.',
    tags: [
      {
        name: 'Reports',
        nouns: ['reports'],
        description: 'Reports of events, groups, comments and members, up to the appeal.',
      },
      {
        name: 'Hidden content',
        nouns: ['hidden'],
        description: 'Your own content that admins have hidden, with the reason.',
      },
      {
        name: 'Complaints',
        nouns: ['complaints'],
        description: 'Complaints to the operator, about personal data or about moderation.',
      },
      {
        name: 'Purges',
        nouns: ['purge'],
        description: 'Remove all that a spammer has posted. A purge can be undone for a day.',
      },
      {
        name: 'Compliance documents',
        nouns: ['compliance'],
        description: 'The records that UK law asks of an operator.',
      },
    ],
  },
  {
    name: 'Running a site',
    description: 'Look after members, groups and settings. Nearly all of it is for admins.',
    tags: [
      {
        name: 'Admin panel',
        nouns: ['admin'],
        description: 'Lists of everything on the site, and decisions about groups and members.',
      },
      {
        name: 'A new site',
        nouns: ['setup'],
        description: 'Make the first admin by the printed link, and set the site up.',
      },
      {
        name: 'Site settings',
        nouns: ['settings'],
        description: 'Settings, invitations to register, and the legal pages.',
      },
      {
        name: 'Audit log',
        nouns: ['audit'],
        description: 'A log of every action of an admin.',
      },
      {
        name: 'Statistics',
        nouns: ['siteStats', 'analytics'],
        description: 'Figures for visitors, and charts for admins.',
      },
      {
        name: 'API description',
        nouns: ['openapi'],
        description: 'This description, for programs.',
      },
    ],
  },
];
