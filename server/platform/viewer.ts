import { shellActor, systemActor } from '#contract/platform/limits.ts';
import type { Account } from '#contract/base/accounts.ts';

/** Who asks: their own account, read with the session in one query. */
export type Viewer = Account;

/** Who does something: a viewer, the site itself, or whoever has the machine's shell. */
export type Actor = Pick<Viewer, 'id'>;

export const site: Actor = { id: systemActor };
export const operator: Actor = { id: shellActor };
