import { randomBytes } from 'node:crypto';
import { media } from '../../server/features/media/tables.ts';
import type { TestApp, TestClock } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import type { User } from '../support/factories.ts';
import { plantTwoStep, type TwoStepKeys } from '../support/two-step.ts';

const roles = [
  'owner',
  'organiser',
  'member',
  'attendee',
  'pending',
  'outsider',
  'admin',
  'deputy',
] as const;
export type Role = (typeof roles)[number];

/** Everybody who can meet over one group and one event of it. */
export interface Scene {
  people: Record<Role, User>;
  clients: Record<Role, Client>;
  /** Of the attendee, who has two-step sign-in on. */
  keys: TwoStepKeys;
  visitor: () => Client;
  clock: TestClock;
  group: { id: number };
  event: { id: number };
  comment: { id: number };
  /** What the attendee wrote and an admin has yet to look at. */
  held: { id: number };
  /** The address of the event's picture, which another may come to show. */
  picture: string;
}

/** A new scene: the admins are the site's only ones, so those of the scene before are demoted. */
export async function setScene(app: TestApp, demoteOthers: () => Promise<unknown>) {
  const { db, make, as, visitor, clock } = app;
  await demoteOthers();
  const owner = await make.user();
  const group = await make.group({ owner, joinPolicy: 'approval' });
  const [organiser, member, attendee, pending] = await Promise.all([
    make.organiser(group),
    make.member(group),
    make.member(group),
    make.pendingMember(group),
  ]);
  const id = randomBytes(32).toString('hex');
  const picture = `/media/${id}.webp`;
  const shape = { contentType: 'image/webp', bytes: Buffer.from(id), width: 1, height: 1 };
  await db.insert(media).values({ id, ...shape, ownerId: owner.id });
  const [outsider, admin, deputy, event] = await Promise.all([
    make.user(),
    make.admin(),
    make.admin(),
    make.event({ group, imageUrl: picture }),
  ]);
  const [comment, held] = await Promise.all([
    make.comment(event, attendee),
    make.heldComment(event, attendee),
    make.rsvp(event, attendee),
    make.rsvp(event, pending),
  ]);
  const people = { owner, organiser, member, attendee, pending, outsider, admin, deputy };
  const keys = await plantTwoStep(app, attendee);
  const signedIn = await Promise.all(
    roles.map(async (role) => [role, await as(people[role])] as const),
  );
  const clients = Object.fromEntries(signedIn) as Record<Role, Client>;
  return {
    people,
    clients,
    keys,
    visitor,
    clock,
    group,
    event,
    comment,
    held,
    picture,
  } satisfies Scene;
}
