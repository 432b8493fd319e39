import { createHash } from 'node:crypto';
import * as calls from '#contract/events/arrivals.ts';
import { requireManager } from '#features/community/membership/queries/membership.ts';
import { requireEvent } from '#features/events/events/queries/event.ts';
import type { Context } from '#platform/http/context.ts';
import { created, noContent, ok, page, route } from '#platform/http/route.ts';
import { demand, signInRequired } from '#platform/refusal.ts';
import { saveArrivals } from './mutations/arrivals.ts';
import { endDoorLink, makeDoorLink } from './mutations/door-links.ts';
import { attendanceRefusal, doorRefusal, recordingRefusal, type Doorkeeper } from './policy.ts';
import { attendanceOf, attendanceOfGroup, attendanceOfMember } from './queries/attendance.ts';
import { doorLinksOf } from './queries/door-links.ts';
import { doorOf, groupRecords, recordsAttendance } from './queries/door.ts';

export const arrivalRoutes = [
  route(calls.readDoor, async ({ params }, context) => {
    const { db, viewer } = context;
    const keeper = doorkeeper(context);
    const event = await requireEvent(db, viewer, params.id);
    demand(doorRefusal(keeper, event));
    demand(recordingRefusal((await recordsAttendance(db, event.id)) ?? false));
    const shown = { lastInitials: viewer !== null, notes: keeper.link?.notes ?? true };
    const door = await doorOf(db, event.id, shown);
    const hash = createHash('sha1').update(JSON.stringify(door)).digest('base64url');
    return { ...ok(door), headers: { etag: `"${hash}"` } };
  }),

  route(calls.saveArrivals, async ({ params, body }, context) =>
    ok(await saveArrivals(context.db, doorkeeper(context), params.id, body, context.now)),
  ),

  route(calls.makeDoorLink, async ({ params, body }, { db, viewer, origin, now }) =>
    created(await makeDoorLink(db, viewer, params.id, body, origin, now)),
  ),

  route(calls.listDoorLinks, async ({ params }, { db, viewer, now }) => {
    const event = await requireEvent(db, viewer, params.id);
    demand(attendanceRefusal(viewer, event));
    return ok(await doorLinksOf(db, event, now));
  }),

  route(calls.endDoorLink, async ({ params }, { db, viewer, now }) => {
    await endDoorLink(db, viewer, params.id, params.linkId, now);
    return noContent();
  }),

  route(calls.listAttendance, async ({ params, query }, { db, viewer, now }) => {
    const event = await requireEvent(db, viewer, params.id);
    demand(attendanceRefusal(viewer, event));
    demand(recordingRefusal((await recordsAttendance(db, event.id)) ?? false));
    return page(await attendanceOf(db, event, query, now));
  }),

  route(calls.myAttendance, async ({ query }, { db, viewer }) =>
    page(await attendanceOfMember(db, viewer.id, query)),
  ),

  route(calls.groupAttendance, async ({ params, query }, { db, viewer }) => {
    await requireManager(db, viewer, params.id);
    demand(recordingRefusal((await groupRecords(db, params.id)) ?? false));
    return page(await attendanceOfGroup(db, params.id, query));
  }),
];

/** @throws Refusal `sign_in_required` */
function doorkeeper({ viewer, doorLink }: Context): Doorkeeper {
  if (doorLink) return { link: doorLink };
  if (!viewer) throw signInRequired();
  return { viewer };
}
