import type { Endpoint } from '#contract/platform/endpoint.ts';
import { tokenScopeOf } from '#contract/token-calls.ts';

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'The cookie of a sign-in; on https its name is `__Host-session`. What changes something also needs the `Origin` of the site.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token, for scripts. With the scope `read` it makes GET calls, with `write` the others, under the rules and rates of its owner.',
  },
};

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The ways to authenticate a call; none comes first where signing in is optional. */
export const securityOf = (endpoint: Endpoint): Requirement[] => [
  ...(endpoint.access === 'anyone' ? [{}] : []),
  { session: [] },
  ...(tokenScopeOf(endpoint) ? [{ token: [] }] : []),
];
