import { query } from '#web/platform/data/queries.ts';

/** Where the member is signed in. */
export const sessionsQuery = () => query('GET /api/auth/user/sessions');

/** What became of the latest tries to sign in to the account. */
export const signInsQuery = () => query('GET /api/auth/user/sign-ins');

/** Whether a code is asked for after the password. */
export const twoStepQuery = () => query('GET /api/auth/user/two-step');

/** By which ways the member can sign in. */
export const signInMethodsQuery = () => query('GET /api/auth/user/sign-in-methods');
