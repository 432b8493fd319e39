import { query } from '#web/platform/data/queries.ts';

/** The devices where the member is signed in. */
export const sessionsQuery = () => query('GET /api/auth/user/sessions');

/** The account's latest sign-in attempts and their outcomes. */
export const signInsQuery = () => query('GET /api/auth/user/sign-ins');

/** Whether the member uses two-step sign-in. */
export const twoStepQuery = () => query('GET /api/auth/user/two-step');

/** The ways in which the member can sign in. */
export const signInMethodsQuery = () => query('GET /api/auth/user/sign-in-methods');
