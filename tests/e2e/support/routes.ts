import type { APIRequestContext } from '@playwright/test';
import { dateOf } from '#contract/platform/days.ts';
import { comingPath, importsPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { reportPath } from '#contract/safety/report-paths.ts';
import { monthName } from '#web/features/events/month/month-words.ts';
import {
  attendancePath,
  eventMessagesPath,
  messagesPath,
} from '#web/features/events/events/event-paths.ts';
import { eventIn, groupNamed, nextEventOf, places } from './places.ts';

export interface Screen {
  path: string;
  /** The whole title of the document. */
  title: string;
  /** The page that a signed-out visitor reaches instead, with its title. */
  guarded?: true;
}

export const authTitle = 'Sign Up or Log In – Villagehall';

const screen = (path: string, name: string, guarded?: true): Screen => ({
  path,
  title: `${name} – Villagehall`,
  ...(guarded && { guarded }),
});

/** Pages that answer 404: an address of nothing, and the link of a guest whose event is over. */
export const missing = [
  screen('/no-such-page', 'Page Not Found'),
  screen(comingPath('no-such-link'), 'Your place'),
  screen('/question?token=no-such-link', 'Your question'),
];

/** An address for every page of the site without parameters. */
export const screens: readonly Screen[] = [
  { path: '/', title: 'Villagehall – find and create community events' },
  screen('/events', 'Explore Events'),
  screen('/events?q=thursday+baord', 'Explore Events'),
  screen('/events?view=month', `Events in ${monthName(dateOf(new Date()).slice(0, 7))}`),
  screen('/events?view=month&month=2031-02', 'Events in February 2031'),
  screen('/groups', 'Discover Groups'),
  screen('/groups?q=zeppelin', 'Discover Groups'),
  screen('/create-group', 'Create a Group', true),
  screen('/group-draft-preview', 'Draft preview'),
  screen('/create-event', 'Create an Event', true),
  screen('/dashboard', 'Profile', true),
  screen('/settings', 'Settings', true),
  screen('/my-events', 'My Events', true),
  screen('/unsubscribe', 'Unsubscribe'),
  screen('/offer', 'Your offer'),
  screen('/ask', 'Are you coming?'),
  screen('/household', 'Household', true),
  screen('/appeal/22222-22222', 'Your report'),
  screen('/appeal', 'Find a report or appeal'),
  screen('/setup', 'Set up the site'),
  screen('/my-groups', 'My Groups', true),
  screen('/complete-profile', 'Complete your profile'),
  screen('/forgot-password', 'Forgot your password?'),
  screen('/reset-password', 'Choose a new password'),
  screen('/reset-password?token=x', 'Choose a new password'),
  screen('/confirm-email', 'Confirm your email address'),
  screen('/confirm-email?token=x', 'Confirm your email address'),
  screen('/support', 'Support Us'),
  screen('/support?new=true', 'Support Us'),
  screen('/welcome', 'Welcome'),
  screen('/donation-success?amount=20&redirect_status=pending', 'Thank you'),
  screen('/about', 'About Us'),
  screen('/terms', 'Terms of Service'),
  screen('/privacy', 'Privacy Policy'),
  screen('/cookies', 'Cookie Policy'),
  screen('/complaints', 'Complaints'),
  screen('/help', 'Help and guides'),
  screen('/help?q=poster', 'Help and guides'),
  screen('/help/first-event', 'Your first event'),
  screen('/test-rsvp', 'Test RSVP'),
  screen('/door', 'Door'),
  screen('/door/no-such-link', 'Door'),
];

/** The admins' pages; every other member is redirected to their dashboard. */
export const adminScreens: readonly Screen[] = [
  screen('/admin', 'Admin Panel', true),
  screen('/admin?tab=users', 'Admin Panel', true),
  screen('/admin?tab=groups', 'Admin Panel', true),
  screen('/admin?tab=events', 'Admin Panel', true),
  screen('/admin?tab=comments', 'Admin Panel', true),
  screen('/admin?tab=complaints', 'Admin Panel', true),
  screen('/admin?tab=reports', 'Admin Panel', true),
  screen('/admin?tab=safety', 'Admin Panel', true),
  screen('/admin?tab=settings', 'Admin Panel', true),
  screen('/admin/donations', 'Donations', true),
  screen('/admin/donations/set-up', 'Set up donations', true),
  screen('/admin/audit', 'Audit log', true),
  screen('/admin/mail', 'Mail', true),
  screen('/admin/suppressions', 'Mail', true),
  screen('/admin/papers/illegal-content', 'Compliance document', true),
  screen('/admin/papers/children-access', 'Compliance document', true),
  screen('/admin/papers/children-access/1', 'Compliance document', true),
  screen('/admin/papers/print', 'The operator’s pack', true),
  screen('/admin/legal/terms', 'Edit Terms of Service', true),
];

/** Pages that redirect signed-in members. */
export const signInScreens: readonly Screen[] = [
  { path: '/auth', title: authTitle },
  { path: '/auth-page?next=/about', title: authTitle },
  { path: '/auth?tab=login', title: authTitle },
  { path: '/auth/code?next=/about', title: authTitle },
];

/** The pages of an event, a group and a date of a series of the demo. */
export async function pagesOfDemo(request: APIRequestContext): Promise<Screen[]> {
  const group = await groupNamed(request, places.rsvp);
  const event = await eventIn(request, places.rsvp);
  const date = await eventIn(request, places.series);
  return [
    screen(paths.event(event.id), event.title),
    screen(paths.group(group.id), group.name),
    screen(paths.poster(paths.group(group.id)), 'Print a poster'),
    screen(paths.event(date.id), date.title),
    screen(paths.poster(paths.event(date.id), 'a5'), 'Print a poster'),
    screen(paths.groupCreated(group.id), 'Group created'),
    screen(reportPath('event', event.id), 'Report'),
  ];
}

/** The pages where the demo's organiser writes to a group's members and an event's attendees. */
export async function organiserPages(request: APIRequestContext): Promise<Screen[]> {
  const group = await groupNamed(request, 'Long Table Todmorden');
  const event = await nextEventOf(request, group);
  return [
    screen(paths.group(group.id), group.name),
    screen(messagesPath(group.id), 'Messages'),
    screen(paths.moveGroup(group.id), 'Move your group here'),
    screen(importsPath(group.id), 'Import events'),
    screen(eventMessagesPath({ id: event.id, groupId: group.id }), 'Messages'),
    // The door itself reads its list by a call (door.spec.ts).
    screen(attendancePath(group.id), 'Attendance'),
  ];
}
