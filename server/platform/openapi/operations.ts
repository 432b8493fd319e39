import type { Access, Endpoint } from '#contract/platform/endpoint.ts';
import { writeWeight } from '#contract/platform/limits.ts';
import { pictureTypes } from '#contract/base/media.ts';
import { isOpenRead } from '#platform/http/cross-origin.ts';
import { rateLimits } from '#platform/rate/limits.ts';
import { tokenScopeOf } from '#contract/token-calls.ts';
import { exampleOf, type Examples } from './examples.ts';
import { refusalName, refusalsByStatus } from './refusals.ts';
import {
  resolveSchema,
  partKey,
  type JsonSchema,
  type Schemas,
  type Declaration,
  type Part,
} from './schemas.ts';
import { tagOf, type TagGroup } from './tags.ts';

export interface Content {
  schema: JsonSchema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  'x-access': Access;
  /**
   * The number of calls in a number of seconds, for each IP address and, if signed in, each
   * account.
   */
  'x-rate-limit'?: { calls: number; seconds: number };
  /**
   * A call costs 1 point, and 1 more per number of characters; each row counts its text plus a
   * fixed number.
   */
  'x-weight'?: { rows: number; charactersOfRow: number; charactersOfPoint: number };
  /** Pages of any origin may read the answer, as if signed out. */
  'x-any-origin'?: true;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Response | { $ref: string }>;
}

interface Sources {
  schemas: Schemas;
  examples: Examples;
  tagGroups: readonly TagGroup[];
}

/** Describes a call as an OpenAPI operation. */
export function operationOf(declaration: Declaration, sources: Sources): Operation {
  const { noun, name, endpoint } = declaration;
  const rate = endpoint.rate && rateLimits[endpoint.rate];
  const requestBody = bodyOf(declaration, sources);
  return {
    operationId: name,
    tags: [tagOf(noun, sources.tagGroups).name],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    'x-access': endpoint.access,
    ...(rate && { 'x-rate-limit': { calls: rate.points, seconds: rate.duration } }),
    ...(endpoint.rate === 'write' && { 'x-weight': { rows: endpoint.rows ?? 1, ...writeWeight } }),
    ...(isOpenRead(endpoint) && { 'x-any-origin': true as const }),
    parameters: [
      ...pathParameters(declaration, sources),
      ...queryParameters(openedOf(declaration, 'query', sources)),
      ...headersOf(endpoint),
    ],
    ...(requestBody && { requestBody }),
    responses: { ...successesOf(declaration, sources), ...refusedBy(endpoint) },
  };
}

const schemaOf = (
  { name }: Declaration,
  part: Part,
  { schemas }: Sources,
): JsonSchema | undefined => schemas[partKey(name, part)];

/** Resolves the schema to its contents, without a name. */
const openedOf = (declaration: Declaration, part: Part, sources: Sources) =>
  resolveSchema(schemaOf(declaration, part, sources) ?? {}, sources.schemas);

const parameterNotes: Record<string, string> = {
  limit: 'Number of items on a page; 100 at most',
  cursor: 'From the `Link` header of the page before',
};

function pathParameters(declaration: Declaration, sources: Sources): Parameter[] {
  const segments = declaration.endpoint.key.split('/');
  const { properties = {} } = openedOf(declaration, 'params', sources);
  return Object.entries(properties).map(([name, schema]) => {
    const owner = segments[segments.indexOf(`:${name}`) - 1] ?? '';
    const example = exampleOf(schema, sources, { field: name, owner });
    return { name, in: 'path', required: true, schema, example };
  });
}

const queryParameters = ({ properties = {}, required = [] }: JsonSchema): Parameter[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(parameterNotes[name] && { description: parameterNotes[name] }),
    schema,
  }));

function headersOf({ once, signedBy }: Endpoint): Parameter[] {
  const described = (name: string, required: boolean, description: string, schema: JsonSchema) => ({
    name,
    in: 'header' as const,
    required,
    description,
    schema,
  });
  return [
    ...(once
      ? [
          described(
            'Idempotency-Key',
            false,
            'For a day, a repeat with the same key changes nothing and gets the same answer',
            { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
          ),
        ]
      : []),
    ...(signedBy
      ? [described(signedBy, true, 'The signature of the body', { type: 'string' })]
      : []),
  ];
}

function bodyOf(declaration: Declaration, sources: Sources): Operation['requestBody'] {
  const { endpoint } = declaration;
  const schema = schemaOf(declaration, 'body', sources);
  if (!endpoint.body || !schema) return undefined;
  if (endpoint.takes === 'picture') {
    const types = [...pictureTypes, 'image/*'];
    return {
      required: true,
      content: Object.fromEntries(types.map((type) => [type, { schema: file }])),
    };
  }
  const example =
    sources.examples.bodies[declaration.name] ??
    exampleOf(schema, sources, { owner: declaration.name });
  if (endpoint.signedBy) {
    const content = { 'application/json': { schema: { type: 'object' }, example } };
    return { required: true, content };
  }
  return {
    required: !endpoint.body.safeParse(undefined).success,
    content: { 'application/json': { schema, example }, ...filesOf(declaration, sources) },
  };
}

const file: JsonSchema = { type: 'string', format: 'binary' };

/** The ways to send a text file in place of JSON. */
function filesOf(
  { name, endpoint: { textFile } }: Declaration,
  { examples }: Sources,
): Record<string, Content> {
  if (!textFile) return {};
  const { field, types } = textFile;
  const example = examples.files?.[name];
  const form: JsonSchema = { type: 'object', properties: { [field]: file } };
  return {
    ...Object.fromEntries(types.map((type) => [type, { schema: file, example }])),
    'multipart/form-data': { schema: form, example: { [field]: example } },
  };
}

const statusWords: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted, and done later',
  204: 'Done, with nothing to answer',
  302: 'Redirects',
};

/** The statuses of a success. */
export function statusesOf({ key, answers, response }: Endpoint): readonly number[] {
  if (answers) return answers;
  if (response) return [200];
  return key.startsWith('GET ') ? [302] : [204];
}

function successesOf(declaration: Declaration, sources: Sources): Record<string, Response> {
  const { endpoint } = declaration;
  const content = answerOf(declaration, sources);
  const query = openedOf(declaration, 'query', sources).properties ?? {};
  const headers = [
    ...('cursor' in query ? ['Link', 'X-Total-Count'] : []),
    ...(content ? [] : ['Location'].filter(() => endpoint.key.startsWith('GET '))),
  ];
  const answers = statusesOf(endpoint).map((status) => [
    status,
    {
      description: statusWords[status] ?? '',
      ...(headers.length > 0 && { headers: schemaReferences(headers) }),
      ...(content && { content }),
    },
  ]);
  return Object.fromEntries(answers) as Record<string, Response>;
}

export const schemaReferences = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function answerOf(declaration: Declaration, sources: Sources): Response['content'] {
  const { endpoint } = declaration;
  const schema = schemaOf(declaration, 'response', sources);
  if (!endpoint.response || !schema) return undefined;
  const { sends } = endpoint;
  const ownExample = sources.examples.answers[declaration.name];
  const example = ownExample === undefined ? {} : { example: ownExample };
  if (sends?.startsWith('text/')) return { [sends]: { schema: { type: 'string' }, ...example } };
  if (sends) return { [sends]: { schema: { type: 'string', format: 'binary' } } };
  const made = exampleOf(schema, sources, { owner: declaration.name });
  return { 'application/json': { schema, example: ownExample ?? made } };
}

const refusedBy = (endpoint: Endpoint) =>
  Object.fromEntries(
    [...refusalsByStatus(endpoint)].map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${refusalName(codes)}` },
    ]),
  );

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
const securityOf = (endpoint: Endpoint): Requirement[] => [
  ...(endpoint.access === 'anyone' ? [{}] : []),
  { session: [] },
  ...(tokenScopeOf(endpoint) ? [{ token: [] }] : []),
];
