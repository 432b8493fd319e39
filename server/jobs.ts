import './steps.ts';
import { demonstrationJob } from './demo/moving.ts';
import { resetJob } from './demo/reset.ts';
import { notifyOfDueComplaints } from './features/safety/complaints/jobs.ts';
import { liftSuspensions } from './features/base/accounts/mutations.ts';
import { countCharts } from './features/operations/analytics/mutations.ts';
import { findPositions } from './features/events/events/jobs/positions.ts';
import { remindAttendees, remindOnDevices } from './features/events/events/jobs/reminders.ts';
import {
  forgetInvited,
  sendInvitations,
} from './features/community/email-invitations/mutations.ts';
import { readFollowedCalendars } from './features/events/imports/jobs.ts';
import { sendMessages } from './features/events/messages/jobs.ts';
import { askEverybody } from './features/events/attendance/jobs/ask.ts';
import { forgetJoinAnswers } from './features/community/membership/jobs.ts';
import { dropEndedInvitations } from './features/events/household/mutations.ts';
import { eraseGuests, forgetAnswers } from './features/events/attendance/mutations/erasure.ts';
import { eraseArrivals } from './features/events/arrivals/mutations/retention.ts';
import { expireOffers } from './features/events/attendance/jobs/expire-offers.ts';
import { notifyOfReviews } from './features/operations/site-stats/jobs.ts';
import { mailLeaves } from './platform/config.ts';
import { releaseKept } from './platform/mail/kept.ts';
import { bringForward } from './platform/mail/queue.ts';
import { readBounces } from './features/base/mail/jobs.ts';
import { dropAllUnusedPictures } from './features/base/media/mutations.ts';
import { forgetInvitations } from './features/base/settings/mutations.ts';
import { repairCounts } from './features/operations/maintenance/jobs/counts.ts';
import { withdrawFormerMembers } from './features/operations/maintenance/jobs/former-members.ts';
import { notifyOfDueDocuments } from './features/safety/compliance/mutations.ts';
import { analyzeUnknown } from './features/operations/maintenance/jobs/statistics.ts';
import { deleteExpired } from './features/operations/maintenance/jobs/purge.ts';
import { eachPart } from './platform/jobs/items.ts';
import type { Job } from './platform/jobs/runner.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';

/** All scheduled jobs. */
export const jobs: readonly Job[] = [
  demonstrationJob,
  resetJob,
  {
    name: 'reminders',
    everyMs: 5 * minute,
    run: async ({ db, clock }) => ({ events: await remindAttendees(db, clock()) }),
  },
  {
    name: 'reminders on devices',
    everyMs: 5 * minute,
    run: async ({ db, clock }) => ({ events: await remindOnDevices(db, clock()) }),
  },
  {
    name: 'asking',
    everyMs: 5 * minute,
    run: async ({ db, clock }) => ({ events: await askEverybody(db, clock()) }),
  },
  {
    name: 'positions',
    everyMs: hour,
    run: async ({ db }) => ({ events: await findPositions(db) }),
  },
  {
    name: 'offers',
    everyMs: minute,
    run: async ({ db, clock }) => ({ events: await expireOffers(db, clock()) }),
  },
  {
    name: 'suspensions',
    everyMs: minute,
    run: async ({ db, clock }) => ({ lifted: await liftSuspensions(db, clock()) }),
  },
  {
    name: 'messages',
    everyMs: minute / 2,
    run: async ({ db, config, clock }) => ({ letters: await sendMessages(db, config, clock()) }),
  },
  {
    name: 'email invitations',
    everyMs: minute,
    run: ({ db, config, clock }) =>
      eachPart({
        forgotten: () => forgetInvited(db, clock()),
        sent: () => sendInvitations(db, config, clock()),
      }),
  },
  {
    name: 'bounces',
    everyMs: 5 * minute,
    run: readBounces,
  },
  {
    name: 'calendars',
    everyMs: hour,
    run: readFollowedCalendars,
  },
  {
    name: 'charts',
    everyMs: 15 * minute,
    run: async ({ db, clock }) => {
      await countCharts(db, clock());
      return {};
    },
  },
  {
    name: 'clock',
    everyMs: hour,
    run: async ({ db, clock }) => ({ effects: await bringForward(db, clock()) }),
  },
  {
    name: 'kept emails',
    everyMs: 5 * minute,
    run: async ({ db, config, clock }) => ({
      released: mailLeaves(config) ? await releaseKept(db, clock()) : 0,
    }),
  },
  {
    name: 'complaints',
    everyMs: hour,
    run: async ({ db, clock }) => ({ warned: await notifyOfDueComplaints(db, clock()) }),
  },
  {
    name: 'reviews',
    everyMs: 15 * minute,
    run: async ({ db, clock }) => ({ told: await notifyOfReviews(db, clock()) }),
  },
  { name: 'purge', everyMs: hour, run: deleteExpired },
  {
    name: 'invitations',
    everyMs: hour,
    run: async ({ db, config, clock }) => {
      await forgetInvitations(db, config, clock());
      return {};
    },
  },
  {
    name: 'pictures',
    everyMs: hour,
    run: async ({ db, clock }) => ({
      dropped: await dropAllUnusedPictures(db, new Date(clock().getTime() - day)),
    }),
  },
  {
    name: 'guests',
    everyMs: hour,
    run: async ({ db, clock }) => eraseGuests(db, clock()),
  },
  {
    name: 'answers',
    everyMs: hour,
    run: ({ db, clock }) =>
      eachPart({
        forgotten: () => forgetAnswers(db, clock()),
        arrivals: () => eraseArrivals(db, clock()),
        ended: () => dropEndedInvitations(db, clock()),
        joining: () => forgetJoinAnswers(db, clock()),
      }),
  },
  { name: 'statistics', everyMs: minute, run: analyzeUnknown },
  { name: 'former_members', everyMs: day, run: withdrawFormerMembers },
  { name: 'counts', everyMs: day, run: repairCounts },
  {
    name: 'papers',
    everyMs: day,
    run: async ({ db, config, clock }) => ({
      admins: await notifyOfDueDocuments(db, config, clock()),
    }),
  },
];
