import { query } from '#web/platform/data/queries.ts';

export const importsQuery = (id: string | number) =>
  query('GET /api/groups/:id/imports', { params: { id } });

export const importQuery = (id: string | number) =>
  query('GET /api/imports/:id', { params: { id } });
