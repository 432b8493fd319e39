import { by, type Mutation } from './mutation.ts';

/** Each choice of who may come, which ends when the group becomes one for under 18s. */
export const openToMutations: readonly Mutation[] = [
  by('organiser', 'opens new events to anyone', 'PATCH /api/groups/:id/switches', ({ group }) => ({
    params: { id: group.id },
    body: { defaultOpenTo: 'anyone' },
  })),
  by('organiser', 'opens the event to anyone', 'PATCH /api/events/:id', ({ event }) => ({
    params: { id: event.id },
    body: { openTo: 'anyone' },
  })),
];

/** Each way to open or close the place of an event. */
export const placeMutations: readonly Mutation[] = [
  by('owner', 'shows everybody where new events are', 'PATCH /api/groups/:id/switches', (at) => ({
    params: { id: at.group.id },
    body: { defaultPlacePublic: true },
  })),
  by('organiser', 'opens the place', 'PATCH /api/events/:id', ({ event }) => ({
    params: { id: event.id },
    body: { placePublic: true, postcode: 'CA12 5JR' },
  })),
  by('owner', 'closes the place', 'PATCH /api/events/:id', ({ event }) => ({
    params: { id: event.id },
    body: { placePublic: false },
  })),
  by('organiser', 'gives the postcode', 'PATCH /api/events/:id', ({ event }) => ({
    params: { id: event.id },
    body: { postcode: 'LA22 9BU' },
  })),
  by('admin', 'moves the event online', 'PATCH /api/events/:id', ({ event }) => ({
    params: { id: event.id },
    body: { onlineUrl: 'https://meet.example/walk' },
  })),
  by('organiser', 'opens the places of the series', 'PATCH /api/series/:id', ({ weekly }) => ({
    params: { id: weekly.id },
    body: { scope: 'all', placePublic: true, postcode: 'CA12 5JR' },
  })),
  by('owner', 'closes the place of a date', 'PATCH /api/events/:id', ({ weekly }) => ({
    params: { id: weekly.dates[1] },
    body: { placePublic: false },
  })),
];
