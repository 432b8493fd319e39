import type { QuotaNotice } from '#contract/platform/quotas.ts';
import type { Config } from '#platform/config.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';

/**
 * Steps for a group's events when the group changes, in the same transaction. The events feature
 * registers them.
 */
export interface GroupSteps {
  /** Deletes the RSVPs of a former member. */
  withdrawMember(tx: Transaction, groupId: number, userId: string, now: Date): Promise<void>;
  hideEvents(tx: Transaction, actor: Actor, groupId: number, now: Date): Promise<void>;
  showEvents(tx: Transaction, actor: Actor, groupId: number, now: Date): Promise<void>;
  /** Records on the group's events whether they are free. */
  setFree(tx: Transaction, groupId: number, free: boolean): Promise<void>;
  /**
   * Makes a group's upcoming events for members only.
   * @returns the ids of the events that were open to anyone
   */
  closeToGuests(tx: Transaction, groupId: number, now: Date): Promise<number[]>;
  /** Deletes what was recorded of who came to the group's events, and the links of helpers. */
  forgetAttendance(tx: Transaction, groupId: number): Promise<void>;
  /** Tells whether an event for under 18s is upcoming. */
  hasUnder18Events(tx: Transaction, groupId: number, now: Date): Promise<boolean>;
  /** Returns the remaining quotas of upcoming dates by group id, if they are low. */
  dateNotices(
    db: Reader,
    viewer: Viewer,
    groups: readonly { id: number; status: string }[],
    config: Config,
    now: Date,
  ): Promise<Map<number, QuotaNotice>>;
}

export const groupSteps = registered<GroupSteps>('the steps of a group');
