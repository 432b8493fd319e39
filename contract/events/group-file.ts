import { z } from 'zod';
import { createGroup, Group } from '#contract/community/groups.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant } from '#contract/platform/values.ts';
import { timesInOrder } from './event-times.ts';
import { newRules, writtenFields } from './event-fields.ts';
import { EventStatus } from './events.ts';
import { exdatesField, rruleField } from './series/series.ts';

/**
 * The most events and series of a file; an export has the latest of them. Dates of a series that
 * were changed by hand are beside the single events.
 */
export const maxInFile = { single: 500, changedDates: 2_000, series: 1_000 } as const;
const maxEvents = maxInFile.single + maxInFile.changedDates;

const format = 'villagehall-group';
const version = 1;

const { imageUrl: _, ...writtenEvent } = writtenFields;

/** A group as a file: no member's data, only counts, and no pictures (docs/behaviour/events.md). */
export const ExportedGroup = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  exportedAt: Instant,
  /** The group's page. */
  url: z.string(),
  memberCount: z.int(),
  group: Group.pick({
    name: true,
    description: true,
    groupType: true,
    categoryId: true,
    chargeForEvents: true,
    joinPolicy: true,
    joinQuestion: true,
    location: true,
    audience: true,
    attendeeNames: true,
    defaultOpenTo: true,
    defaultPlacePublic: true,
    asksEverybody: true,
    organisersEdit: true,
  }).strict(),
  events: z.array(z.strictObject({ ...writtenEvent, status: EventStatus, attendeeCount: z.int() })),
  /** The times are those of the first date; `rrule` ends with the last one. */
  series: z.array(
    z.strictObject({
      ...writtenEvent,
      rrule: z.string(),
      exdates: z.array(z.string()),
      /** The sum of all its dates. */
      attendeeCount: z.int(),
    }),
  ),
});
export type ExportedGroup = z.infer<typeof ExportedGroup>;

const { imageUrl: __, ...groupFields } = createGroup.body.shape;
const { imageUrl: ___, ...eventRules } = newRules;

const notAFile = 'This is not a file of a group. Please choose one that a group was downloaded as';
const tooMany = `A file has at most ${maxEvents} events and ${maxInFile.series} series`;

/** The part of a file that a new group takes; everything else is ignored. */
export const GroupFile = z.object({
  format: z.literal(format, notAFile),
  version: z.literal(version, 'This file is of a later version. Please update this site first'),
  group: z.object(groupFields),
  events: z
    .array(timesInOrder(z.object({ ...eventRules, status: EventStatus.default('scheduled') })))
    .max(maxEvents, tooMany),
  series: z
    .array(
      timesInOrder(
        z.object({ ...eventRules, rrule: rruleField, exdates: exdatesField.default([]) }),
      ),
    )
    .max(maxInFile.series, tooMany),
});
export type GroupFile = z.output<typeof GroupFile>;

/** For its owner. */
export const exportGroup = endpoint('GET /api/groups/:id/export.json', {
  summary: 'Download a group as a file',
  refuses: ['forbidden'],

  access: 'signed_in',
  rate: 'export',
  params: z.object({ id: Id }),
  response: ExportedGroup,
});

/** A new group with the upcoming events of the file; an admin may have to approve it first. */
export const importGroup = endpoint('POST /api/groups/import', {
  summary: 'Start a group from a file',
  answers: [201],
  refuses: ['profile_incomplete', 'quota'],

  once: true,
  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'list',
  body: GroupFile,
  response: z.strictObject({ id: z.int() }),
});
