import type { ApiKey } from '#contract/api.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { AnyInput } from '#tests/support/client.ts';
import type { Role, RaceFixture } from './fixture.ts';

/** One person's change, as one of two at the same moment. */
export interface Mutation {
  name: string;
  run: (fixture: RaceFixture) => Promise<number | ErrorCode>;
}

export type Input = (fixture: RaceFixture) => AnyInput;

/** Builds a person's call, by its key. */
export const by = (role: Role, name: string, key: ApiKey, input: Input = () => ({})): Mutation => ({
  name: `${role}: ${name}`,
  run: (fixture) => fixture.clients[role].outcome(key, input(fixture)),
});

export const ofUser =
  (role: Role, body?: unknown): Input =>
  ({ people }) => ({ params: { id: people[role].id }, body });
