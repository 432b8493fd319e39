import type { QueryClient } from '@tanstack/react-query';
import { query, refresh } from '#web/platform/data/queries.ts';

/** The member's access tokens. */
export const tokensQuery = () => query('GET /api/user/tokens');

/** Refreshes after a token was created or deleted, which the sign-in log shows too. */
export const refreshTokens = (client: QueryClient) =>
  refresh(client, '/api/user/tokens', '/api/auth/user/sign-ins');
