import { queryOptions } from '@tanstack/react-query';
import { request, type AnswerFor, type InputFor } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';

export const seriesQuery = (id: number) => query('GET /api/series/:id', { params: { id } });

const preview = 'POST /api/series/preview';
export type Plan = InputFor<typeof preview>['body'];

/** The dates of a rule. A newer query cancels this one. */
export const planQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['/api/series/preview', plan],
    queryFn: async ({ signal }): Promise<AnswerFor<typeof preview>> =>
      (await request('POST', '/api/series/preview', plan, undefined, signal)).json(),
  });
