import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/data/api.ts';

/** What the link of a letter is about. It reads by a POST, which the server leaves to the browser. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/offers', token],
    queryFn: () => call('POST /api/offers', { body: { token } }),
  });
