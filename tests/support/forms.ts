import { Group } from '#contract/community/groups.ts';
import type { TestClock } from './clock.ts';

/** A body that creates a group. */
export const groupForm = {
  name: 'Derwent Swimmers',
  description: 'Cold water at dawn, hot porridge afterwards.',
  groupType: 'healthWellness',
  chargeForEvents: 'free',
} as const;

/** A body that creates an event, without its group. */
export const swim = {
  title: 'Sunrise swim',
  description: 'Meet at the boat landings, bring a towel.',
  location: 'Lakeside boat landings',
  startTime: '2026-06-20T05:00:00.000Z',
  endTime: '2026-06-20T06:00:00.000Z',
  categoryId: 6,
};

/** A body that creates an event in two days, without its group. */
export const lanterns = (clock: Pick<TestClock, 'inHours'>) => ({
  title: 'Lantern making',
  description: 'Paper, willow and a great deal of glue for the parade.',
  location: 'The Moot Hall, Market Square',
  startTime: clock.inHours(48).toISOString(),
  endTime: clock.inHours(50).toISOString(),
  categoryId: 2,
});

/** A body that creates a series, without its group. */
export const tuesdays = {
  title: 'Tuesday choir',
  description: 'Come and sing with us, no audition and no talent needed.',
  location: '12 Foxglove Lane',
  startTime: '2027-01-05T19:30:00Z',
  endTime: '2027-01-05T21:30:00Z',
  categoryId: 6,
  rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4',
};

export const safeguarding = {
  safeguardingLead: 'Ruth Okafor',
  safeguardingContact: '01768 555 0142',
};

/** The abilities of somebody who may do nothing on a group's page. */
export const noGroupAbilities = Object.fromEntries(
  Object.keys(Group.shape.can.shape).map((name) => [name, false]),
) as Group['can'];
