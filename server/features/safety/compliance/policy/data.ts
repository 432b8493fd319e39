import type { Facts } from './facts.ts';

/** A kind of personal data, with its purpose, legal basis and retention. */
export interface Held {
  what: string;
  people: string;
  why: string;
  basis: 'Contract' | 'Legitimate interests' | 'Legal obligation' | 'Consent';
  /** The retention that the product applies, from the figures in its code. */
  kept: (facts: Facts) => string;
}

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const hours = (count: number) =>
  count % 24 === 0 ? days(count / 24) : `${count} ${count === 1 ? 'hour' : 'hours'}`;

/** All that the product keeps about anybody. */
export const held: readonly Held[] = [
  {
    what: 'Account: first name, email address, hash of the password; where given last name, text about oneself, town, picture, phone number',
    people: 'Members',
    why: 'To have an account',
    basis: 'Contract',
    kept: () => 'Until the account is deleted, by its owner at any time',
  },
  {
    what: 'Saying that one is old enough, and when',
    people: 'Members',
    why: 'To keep to the least age',
    basis: 'Legitimate interests',
    kept: () => 'Until the account is deleted',
  },
  {
    what: 'Memberships, requests to join, RSVPs with guests, places on waiting lists',
    people: 'Members',
    why: 'To go to groups and events',
    basis: 'Contract',
    kept: () => 'Until they leave, cancel, or delete the account',
  },
  {
    what: 'Comments',
    people: 'Members',
    why: 'To talk about events',
    basis: 'Contract',
    kept: () => 'Until they, their event or the account are deleted',
  },
  {
    what: 'Groups and events',
    people: 'Organisers',
    why: 'To be found and visited',
    basis: 'Contract',
    kept: () => 'Until deleted; they stay without the name of an organiser who leaves',
  },
  {
    what: 'Messages of organisers to members',
    people: 'Organisers, members',
    why: 'To tell members of a group what they joined it for',
    basis: 'Contract',
    kept: () => 'Until their group is deleted, without the name of a sender who leaves',
  },
  {
    what: 'Letters to organisers',
    people: 'Members',
    why: 'To deliver them',
    basis: 'Contract',
    kept: ({ settings }) => days(settings.mailDays),
  },
  {
    what: 'Emails sent: their words',
    people: 'Members, visitors who gave an address',
    why: 'To see that they were delivered',
    basis: 'Legitimate interests',
    kept: ({ settings }) => days(settings.mailDays),
  },
  {
    what: 'Emails sent: that they were, to whom, and what became of them',
    people: 'Members, visitors who gave an address',
    why: 'To find out why mail does not arrive',
    basis: 'Legitimate interests',
    kept: ({ spans }) =>
      `${days(spans.mailRecordDays)}; what was given up can be sent again for ${days(spans.deadMailDays)}`,
  },
  {
    what: 'Which letters somebody has turned off or chosen',
    people: 'Members',
    why: 'To keep to it',
    basis: 'Consent',
    kept: () => 'Until the account is deleted',
  },
  {
    what: 'Sessions: when they began and were used, with which browser',
    people: 'Members',
    why: 'To keep people signed in',
    basis: 'Contract',
    kept: ({ spans }) => `${days(spans.sessionDays)} after the last use, or until they sign out`,
  },
  {
    what: 'Log of sign-ins: when, from which network, whether it worked',
    people: 'Members',
    why: 'To tell owners from people who guess passwords',
    basis: 'Legitimate interests',
    kept: ({ spans }) => days(spans.signInDays),
  },
  {
    what: 'Mark by which a browser is known',
    people: 'Members',
    why: 'To tell of sign-ins from somewhere new',
    basis: 'Legitimate interests',
    kept: ({ spans }) => `${days(spans.deviceDays)}, in the browser`,
  },
  {
    what: 'Links by mail to confirm an address or choose a password (hashes)',
    people: 'Members',
    why: 'To let in whoever the address belongs to',
    basis: 'Contract',
    kept: ({ spans }) =>
      `${hours(spans.confirmHours)} to confirm, ${hours(spans.resetHours)} for a password`,
  },
  {
    what: 'Two-step sign-in: a sealed key, hashes of recovery codes',
    people: 'Members who switched it on',
    why: 'To ask for the code',
    basis: 'Legitimate interests',
    kept: () => 'Until it is switched off or the account is deleted',
  },
  {
    what: 'Tokens for scripts (hashes)',
    people: 'Members who made one',
    why: 'To let their programs in',
    basis: 'Contract',
    kept: ({ spans }) =>
      `Until they end, and ${days(spans.expiredTokenDays)} in the list after they ran out`,
  },
  {
    what: 'Fingerprints of texts, without the words',
    people: 'Members',
    why: 'To know a text again that is posted everywhere',
    basis: 'Legitimate interests',
    kept: ({ spans }) => days(spans.printDays),
  },
  {
    what: 'What an admin removed, to put it back',
    people: 'Members',
    why: 'To undo a mistake',
    basis: 'Legitimate interests',
    kept: ({ spans }) => hours(spans.cleanupHours),
  },
  {
    what: 'Reports, appeals and decisions, with a copy of what was reported',
    people: 'Who reports, who is reported',
    why: 'To keep people safe and answer for decisions (Online Safety Act 2023)',
    basis: 'Legal obligation',
    kept: ({ spans }) =>
      `${days(spans.reportDays)} after the decision, without the names of those whose account is gone`,
  },
  {
    what: 'Complaints and their outcome, with the address of whoever complains',
    people: 'Who complains',
    why: 'To acknowledge and answer them (Data Protection Act 2018, section 164A)',
    basis: 'Legal obligation',
    kept: ({ spans }) => `${days(spans.complaintDays)} after the outcome`,
  },
  {
    what: 'Whom somebody blocks',
    people: 'Members',
    why: 'To keep the two apart',
    basis: 'Contract',
    kept: () => 'Until the block is lifted, or either account is deleted',
  },
  {
    what: 'Invitations, and who made them',
    people: 'Admins',
    why: 'To let in those who were invited',
    basis: 'Legitimate interests',
    kept: ({ settings }) => `${days(settings.invitationDays)} after they can no longer be used`,
  },
  {
    what: 'Donations: amount, date, reference of the payment',
    people: 'Givers',
    why: 'To account for money received',
    basis: 'Legal obligation',
    kept: ({ spans }) =>
      `As long as the site exists, without the name of a giver who leaves; payments begun and never made ${days(spans.abandonedPaymentDays)}`,
  },
  {
    what: 'Log of what admins did; papers of this pack and who saved them',
    people: 'Admins, members it was about',
    why: 'To answer for what was done',
    basis: 'Legitimate interests',
    kept: () => 'As long as the site exists, without names of accounts that are gone',
  },
  {
    what: 'Fingerprints of network addresses; keys by which a call is known again',
    people: 'Everybody who visits',
    why: 'To stop floods and guessed passwords',
    basis: 'Legitimate interests',
    kept: ({ spans }) => `Up to ${hours(spans.idempotencyHours)}`,
  },
];
