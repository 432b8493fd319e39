import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { AttendeeNames, Audience, OpenTo } from '#contract/community/audience.ts';
import {
  GroupForm,
  GroupTown,
  JoinPolicy,
  JoinQuestion,
  requiredForUnder18,
  SafeguardingContact,
  SafeguardingLead,
  type Group,
} from '#contract/community/groups.ts';

/**
 * The form's fields: those of the shared schema, and how people join, the town and the audience.
 */
export const GroupFields = GroupForm.extend({
  joinPolicy: JoinPolicy,
  joinQuestion: JoinQuestion,
  location: GroupTown,
  contactEnabled: z.boolean(),
  audience: Audience,
  attendeeNames: AttendeeNames,
  defaultOpenTo: OpenTo,
  defaultPlacePublic: z.boolean(),
  asksEverybody: z.boolean(),
  recordsAttendance: z.boolean(),
  organisersEdit: z.boolean(),
  safeguardingLead: SafeguardingLead,
  safeguardingContact: SafeguardingContact,
})
  .check(({ value, issues }) => {
    for (const name of ['safeguardingLead', 'safeguardingContact'] as const) {
      const message = requiredForUnder18[name];
      if (value.audience === 'under18' && !value[name])
        issues.push({ code: 'custom', input: value, path: [name], message });
    }
  })
  // A group for adults has no safeguarding lead, and one for under 18s no events open to anyone.
  .transform((group) => ({
    ...group,
    ...(group.audience === 'adults' && { safeguardingLead: '', safeguardingContact: '' }),
    ...(group.audience === 'under18' && { defaultOpenTo: 'members' as const }),
  }));

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
  joinQuestion: group.joinQuestion ?? '',
  location: group.location ?? '',
  contactEnabled: group.contactEnabled,
  audience: group.audience,
  attendeeNames: group.attendeeNames,
  defaultOpenTo: group.defaultOpenTo,
  defaultPlacePublic: group.defaultPlacePublic,
  asksEverybody: group.asksEverybody,
  recordsAttendance: group.recordsAttendance,
  organisersEdit: group.organisersEdit,
  safeguardingLead: group.safeguardingLead ?? '',
  safeguardingContact: group.safeguardingContact ?? '',
});
