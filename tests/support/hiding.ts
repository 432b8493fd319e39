import { hideEvent, showEvent } from '#features/events/events/mutations/hiding.ts';
import { hideGroup, showGroup } from '#features/community/groups/mutations/groups.ts';
import { hideComment, showComment } from '#features/events/comments/mutations.ts';
import { transaction } from '#platform/db/database.ts';
import { siteActor } from '#platform/viewer.ts';
import type { TestApp } from './app.ts';

const hides = { comment: hideComment, event: hideEvent, group: hideGroup };
const shows = { comment: showComment, event: showEvent, group: showGroup };
export type Hideable = keyof typeof hides;

/** Hides and restores subjects like a decision on a report, in a transaction of its own. */
export const hiding = ({ db, clock }: Pick<TestApp, 'db' | 'clock'>) => ({
  hide: (kind: Hideable, { id }: { id: number }) =>
    transaction(db, (tx) => hides[kind](tx, siteActor, id, clock.read())),
  show: (kind: Hideable, { id }: { id: number }) =>
    transaction(db, (tx) => shows[kind](tx, siteActor, id, clock.read())),
});
