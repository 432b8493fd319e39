import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import {
  FilterChoice,
  FilterDay,
  FilterFlag,
  FilterId,
  FilterText,
  Id,
  line,
  NearText,
  Within,
} from '#contract/platform/values.ts';
import { Access, AccessFilter } from './venue/fields.ts';

/** The filters on public events in lists, months and feeds. */
export const eventFilters = {
  q: FilterText,
  location: FilterText,
  category: FilterId,
  group: FilterId,
  /** A town or a region; finds events in the towns around it. Or a postcode, or part of one. */
  near: NearText,
  within: Within,
  /** Access facts that must all be 'yes'. */
  access: AccessFilter,
  /** Only events with a link to take part online, or only those without. */
  online: FilterChoice,
  /** Only events of groups that are free of charge. */
  free: FilterFlag,
};

/** The first and the last day, in London; finds every event that takes place between them. */
const dayFilters = { from: FilterDay, to: FilterDay };

/** Adds the filters to a query, and requires that its days are in order. */
export const filteredBy = <More extends z.ZodRawShape>(more: More) =>
  z.object({ ...eventFilters, ...dayFilters, ...more }).refine(daysInOrder, {
    path: ['to'],
    error: 'The last day must not be before the first',
  });

function daysInOrder(query: object): boolean {
  const { from, to } = query as { from?: string; to?: string };
  return !from || !to || from <= to;
}

export const NearbyTown = z.strictObject({
  name: z.string().meta({ examples: ['Bath'] }),
  /** As the crow flies. */
  miles: z.int(),
});
export type NearbyTown = z.infer<typeof NearbyTown>;

/** The nearest towns with upcoming public events: where to look if the list is empty. */
export const listEventTowns = endpoint('GET /api/events/towns', {
  summary: 'List the nearest towns with upcoming events',

  shared: true,
  access: 'anyone',
  query: z.object({ near: FilterText }),
  response: z.array(NearbyTown),
});

export const LastVenue = z.strictObject({ postcode: z.string().nullable(), access: Access });
export type LastVenue = z.infer<typeof LastVenue>;

/** Without an event there, every fact is unknown. */
export const getLastVenue = endpoint('GET /api/groups/:id/venue', {
  summary: 'Get what was last said about a venue',

  access: 'signed_in',
  params: z.object({ id: Id }),
  query: z.object({ location: line({ min: 1, max: 300, tooShort: 'Please enter a location' }) }),
  response: LastVenue,
});
