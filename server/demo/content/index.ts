import { artsGroups } from './groups-arts.ts';
import { businessGroups } from './groups-business.ts';
import { foodGroups } from './groups-food.ts';
import { healthGroups } from './groups-health.ts';
import { languageGroups } from './groups-language.ts';
import { learningGroups } from './groups-learning.ts';
import { outdoorsGroups } from './groups-outdoors.ts';
import { socialGroups } from './groups-social.ts';
import { techGroups } from './groups-tech.ts';
import { youngGroups } from './groups-young.ts';
import { nationsMembers } from './members-nations.ts';
import { northMembers } from './members-north.ts';
import { southMembers } from './members-south.ts';
import type { DemoGroup, DemoMember } from './shapes.ts';

export { accounts, lookalike } from './accounts.ts';
export { households } from './households.ts';
export type * from './shapes.ts';

export const members: DemoMember[] = [...northMembers, ...southMembers, ...nationsMembers];

export const groups: DemoGroup[] = [
  ...outdoorsGroups,
  ...businessGroups,
  ...techGroups,
  ...artsGroups,
  ...healthGroups,
  ...foodGroups,
  ...socialGroups,
  ...learningGroups,
  ...languageGroups,
  ...youngGroups,
];
