import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Instant } from '#contract/platform/values.ts';

const count = z.int();

/** The figures of the admin panel, counted for each call. */
export const getAnalytics = endpoint('GET /api/admin/analytics', {
  summary: 'Count members, groups and events (admins)',

  access: 'admin',
  response: z.strictObject({
    totalUsers: count,
    /** Accounts that are not suspended. */
    activeUsers: count,
    totalGroups: count,
    totalEvents: count,
    recentActivity: z.strictObject({ newUsersThisWeek: count, newGroupsThisWeek: count }),
  }),
});

const Week = z.strictObject({
  /** Its Monday in London. */
  week: z.iso.date(),
  members: count,
  groups: count,
  events: count,
  rsvps: count,
  comments: count,
  /** Groups approved in that week, and the median hours that they had waited. */
  approvals: count,
  approvalHours: z.number().nullable(),
  donations: count,
  /** In pence. */
  donated: count,
});
export type Week = z.infer<typeof Week>;

const Attendance = z.strictObject({ name: z.string(), events: count, attendees: count });
export type Attendance = z.infer<typeof Attendance>;

const QuietGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  memberCount: count,
  lastEventAt: Instant.nullable(),
});

/** The data of the charts, as counted at `countedAt`. */
export const getCharts = endpoint('GET /api/admin/analytics/charts', {
  summary: 'Get weekly figures for the admin charts',

  access: 'admin',
  response: z.strictObject({
    countedAt: Instant,
    weeks: z.array(Week),
    byCategory: z.array(Attendance),
    byTown: z.array(Attendance),
    quiet: z.strictObject({ count, groups: z.array(QuietGroup) }),
  }),
});
