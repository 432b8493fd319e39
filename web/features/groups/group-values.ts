import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { GroupForm, GroupTown, JoinPolicy, type Group } from '../../../contract/groups.ts';

/** What the page asks: the form of the specification, how people become members, and the town. */
export const GroupFields = GroupForm.extend({
  joinPolicy: JoinPolicy,
  location: GroupTown,
  contactEnabled: z.boolean(),
});

type Values = z.input<typeof GroupFields>;
export type NewGroup = z.output<typeof GroupFields>;
export type GroupFormOf = UseFormReturn<Values, unknown, NewGroup>;

export const valuesOf = (group: Group): Values => ({
  name: group.name,
  description: group.description,
  groupType: group.groupType,
  chargeForEvents: group.chargeForEvents,
  imageUrl: group.imageUrl ?? '',
  joinPolicy: group.joinPolicy,
  location: group.location ?? '',
  contactEnabled: group.contactEnabled,
});
