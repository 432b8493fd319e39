/**
 * Emails by kind, each with its payload: the facts when it happened. Each feature declares its kinds beside the emails
 * it writes; each kind needs its entry in `bounds.ts`.
 */
export interface Effects {}

export type EffectKind = keyof Effects;
