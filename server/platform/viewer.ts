import { shellActor, systemActor } from '#contract/platform/limits.ts';
import type { Account } from '#contract/base/accounts.ts';

/** The caller's own account, read with the session in one query. */
export type Viewer = Account;

/** The author of a change: a viewer, the site itself, or an operator with shell access. */
export type Actor = Pick<Viewer, 'id'>;

export const siteActor: Actor = { id: systemActor };
export const operatorActor: Actor = { id: shellActor };
