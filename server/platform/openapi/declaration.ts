import type { Endpoint } from '#contract/platform/endpoint.ts';

/** A call with the noun of its file and the name it has there. */
export interface Declaration {
  noun: string;
  name: string;
  endpoint: Endpoint;
}

/** Titles of nouns that their letters do not give. */
export type Titles = Record<string, string>;

export const partNames = ['params', 'query', 'body', 'response'] as const;
export type Part = (typeof partNames)[number];

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the schema of a call's part is called where it has no name of its own: 'CreateGroupBody'. */
export const partKey = (name: string, part: Part) => capital(name) + capital(part);

/** The title of a noun: 'accountDeletion' as 'Account deletion', unless `titles` has another. */
export const titleOf = (noun: string, titles: Titles): string =>
  titles[noun] ?? capital(noun.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
