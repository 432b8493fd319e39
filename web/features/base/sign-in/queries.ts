import { query } from '#web/platform/data/queries.ts';

/** Where the member is signed in. */
export const sessionsQuery = () => query('GET /api/auth/user/sessions');

/** The account's latest sign-in attempts and their outcomes. */
export const signInsQuery = () => query('GET /api/auth/user/sign-ins');

/** Whether a code is asked for after the password. */
export const twoStepQuery = () => query('GET /api/auth/user/two-step');

/** By which ways the member can sign in. */
export const signInMethodsQuery = () => query('GET /api/auth/user/sign-in-methods');
