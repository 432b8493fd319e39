import type { Endpoint } from '#contract/platform/endpoint.ts';
import { tokenScopeOf } from '#contract/token-calls.ts';

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'The cookie that signing in sets. On https its name is `__Host-session`. Calls that change something also need the `Origin` of this site.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token, for scripts. The scope `read` allows GET calls and `write` allows the others. The rights and limits are those of its owner.',
  },
};

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The ways to authenticate a call; none comes first where signing in is optional. */
export const securityOf = (endpoint: Endpoint): Requirement[] => [
  ...(endpoint.access === 'anyone' ? [{}] : []),
  { session: [] },
  ...(tokenScopeOf(endpoint) ? [{ token: [] }] : []),
];
