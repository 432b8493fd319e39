import { suspendMember } from '#features/safety/enforcement/mutations/accounts.ts';
import { liftSuspensions } from '#features/base/accounts/mutations.ts';
import { transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { TestApp } from '#tests/support/app.ts';
import { hiding, type Hideable } from '#tests/support/hiding.ts';
import type { Mutation } from './mutation.ts';
import type { RaceFixture } from './fixture.ts';

/** Admins' decisions on reports. */
export function decisions(app: TestApp): Mutation[] {
  const { hide, show } = hiding(app);
  const hides = (name: string, kind: Hideable, of: (fixture: RaceFixture) => { id: number }) => [
    decided(`hides ${name}`, (fixture) => hide(kind, of(fixture))),
    decided(`hides ${name} and shows it again`, async (fixture) => {
      await hide(kind, of(fixture));
      await show(kind, of(fixture));
    }),
  ];
  return [
    ...hides('the comment', 'comment', ({ comment }) => comment),
    ...hides('a pending comment', 'comment', ({ pendingComment }) => pendingComment),
    ...hides('the event', 'event', ({ event }) => event),
    ...hides('the full event', 'event', ({ full }) => full),
    ...hides('the event with the offered place', 'event', ({ offered }) => offered),
    ...hides('a date', 'event', ({ weekly }) => ({ id: weekly.dates[1] ?? 0 })),
    ...hides('the group', 'group', ({ group }) => group),
    decided('suspends a member', ({ people }) =>
      transaction(app.db, (tx) =>
        suspendMember(
          tx,
          people.admin,
          people.attendee.id,
          { until: app.clock.inHours(1), reason: null },
          app.clock.read(),
        ),
      ),
    ),
    decided('lifts what has ended', () => liftSuspensions(app.db, app.clock.inHours(2))),
  ];
}

const decided = (name: string, run: (fixture: RaceFixture) => Promise<unknown>): Mutation => ({
  name: `decision: ${name}`,
  run: async (fixture) => {
    try {
      await run(fixture);
      return 200;
    } catch (error) {
      return codeOf(error);
    }
  },
});

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code;
  throw error;
}
