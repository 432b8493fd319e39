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
