import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Instant } from '#contract/platform/values.ts';

const countField = z.int();

export const getAnalytics = endpoint('GET /api/admin/analytics', {
  summary: 'Count members, groups and events (admins)',

  access: 'admin',
  response: z.strictObject({
    totalUsers: countField,
    /** Accounts that are not suspended. */
    activeUsers: countField,
    totalGroups: countField,
    totalEvents: countField,
    recentActivity: z.strictObject({ newUsersThisWeek: countField, newGroupsThisWeek: countField }),
  }),
});

const Week = z.strictObject({
  /** Its Monday in London. */
  week: z.iso.date(),
  members: countField,
  groups: countField,
  events: countField,
  rsvps: countField,
  comments: countField,
  /** Groups approved in that week, and the median hours that they had waited. */
  approvals: countField,
  approvalHours: z.number().nullable(),
  donations: countField,
  /** In pence. */
  donated: countField,
});
export type Week = z.infer<typeof Week>;

const Attendance = z.strictObject({ name: z.string(), events: countField, attendees: countField });
export type Attendance = z.infer<typeof Attendance>;

const QuietGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  memberCount: countField,
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
    quiet: z.strictObject({ count: countField, groups: z.array(QuietGroup) }),
  }),
});
