import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { AttendeeNames, Audience } from '#contract/community/audience.ts';
import {
  GroupForm,
  GroupTown,
  JoinPolicy,
  SafeguardingContact,
  SafeguardingLead,
  type Group,
} from '#contract/community/groups.ts';

/** Questions about a group for under 18s, which it answers before an admin approves it. */
const asked = [
  ['safeguardingLead', 'Please say who looks after the safety of children in this group'],
  ['safeguardingContact', 'Please say how to reach the safeguarding lead'],
] as const;

/** The page's fields: those of the specified form, how people join, the town, and the audience. */
export const GroupFields = GroupForm.extend({
  joinPolicy: JoinPolicy,
  location: GroupTown,
  contactEnabled: z.boolean(),
  audience: Audience,
  attendeeNames: AttendeeNames,
  safeguardingLead: SafeguardingLead,
  safeguardingContact: SafeguardingContact,
})
  .check(({ value, issues }) => {
    for (const [name, message] of asked) {
      if (value.audience === 'under18' && !value[name])
        issues.push({ code: 'custom', input: value, path: [name], message });
    }
  })
  // A group for adults is asked for no safeguarding lead, and keeps none.
  .transform((group) =>
    group.audience === 'adults'
      ? { ...group, safeguardingLead: '', safeguardingContact: '' }
      : group,
  );

export type GroupValues = z.input<typeof GroupFields>;
export type NewGroup = z.output<typeof GroupFields>;
export type GroupFormOf = UseFormReturn<GroupValues, unknown, NewGroup>;

export const valuesOf = (group: Group): GroupValues => ({
  name: group.name,
  description: group.description,
  groupType: group.groupType,
  chargeForEvents: group.chargeForEvents,
  imageUrl: group.imageUrl ?? '',
  joinPolicy: group.joinPolicy,
  location: group.location ?? '',
  contactEnabled: group.contactEnabled,
  audience: group.audience,
  attendeeNames: group.attendeeNames,
  safeguardingLead: group.safeguardingLead ?? '',
  safeguardingContact: group.safeguardingContact ?? '',
});
