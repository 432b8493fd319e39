import type { Endpoint } from '#contract/platform/endpoint.ts';

/** A call with its file's noun and its name there. */
export interface Declaration {
  noun: string;
  name: string;
  endpoint: Endpoint;
}

export const partNames = ['params', 'query', 'body', 'response'] as const;
export type Part = (typeof partNames)[number];

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The schema name for a part of a call that has none of its own: 'CreateGroupBody'. */
export const partKey = (name: string, part: Part) => capital(name) + capital(part);
