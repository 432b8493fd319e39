import { queryOptions } from '@tanstack/react-query';
import { sendRequest, type AnswerFor, type InputFor } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';

export const seriesQuery = (id: number) => query('GET /api/series/:id', { params: { id } });

const previewCall = 'POST /api/series/preview';
export type Plan = InputFor<typeof previewCall>['body'];

/** The dates of a rule. A newer query cancels this one. */
export const planQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['/api/series/preview', plan],
    queryFn: async ({ signal }): Promise<AnswerFor<typeof previewCall>> =>
      (await sendRequest('POST', '/api/series/preview', plan, undefined, signal)).json(),
  });
