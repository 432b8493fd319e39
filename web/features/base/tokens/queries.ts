import type { QueryClient } from '@tanstack/react-query';
import { query, refresh } from '#web/platform/data/queries.ts';

/** The member's tokens for scripts. */
export const tokensQuery = () => query('GET /api/user/tokens');

/** After one was made or ended, which stands in the log of sign-ins, too. */
export const refreshTokens = (client: QueryClient) =>
  refresh(client, '/api/user/tokens', '/api/auth/user/sign-ins');
