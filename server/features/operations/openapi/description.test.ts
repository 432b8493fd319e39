import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { declarations, endpoints, nouns } from '#contract/api.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { describeApi } from '#platform/openapi/document.ts';
import type { Content, Operation, Response } from '#platform/openapi/operations.ts';
import { resolved, type JsonSchema } from '#platform/openapi/schemas.ts';
import { apiDescription } from './queries/description.ts';
import { exampleValues } from './queries/example-values.ts';

const { document } = apiDescription();
const { components } = document;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    operation,
  })),
);
const byKey = new Map(operations.map(({ key, operation }) => [key, operation]));

const inAnswers = ({ responses }: Operation): Content[] =>
  Object.values(responses)
    .filter((response): response is Response => !('$ref' in response))
    .flatMap(({ content = {} }) => Object.values(content));

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
const problemsOf = ({ schema, example }: Content) => {
  const validate = ajv.compile({ ...schema, components });
  return validate(example) ? [] : validate.errors;
};

describe('the description of the API', () => {
  it('has every declared call', () => {
    expect([...byKey.keys()].toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
  });

  it('calls each by a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(operations)('says in one plain sentence what it does: $key', ({ operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].{10,110}[^.]$/);
  });

  it.each(operations)('gives examples of it that hold: $key', ({ operation }) => {
    const contents = [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...inAnswers(operation),
    ];
    for (const content of contents.filter((each) => 'example' in each))
      expect(problemsOf(content)).toEqual([]);
    for (const { schema, example } of operation.parameters.filter((each) => 'example' in each))
      expect(problemsOf({ schema, example })).toEqual([]);
  });

  it.each(declarations)(
    'gives an example that the call takes: $endpoint.key',
    ({ endpoint: call }) => {
      const json = byKey.get(call.key)?.requestBody?.content['application/json'];
      if (!json || !('example' in json) || !('body' in call)) return;
      expect(call.body.safeParse(json.example).error).toBeUndefined();
    },
  );

  it.each(declarations)('gives an example of its answer: $endpoint.key', ({ endpoint: call }) => {
    const success = Object.entries(byKey.get(call.key)?.responses ?? {}).find(
      ([status]) => status < '300',
    )?.[1];
    const json =
      success && 'content' in success ? success.content?.['application/json'] : undefined;
    if (!json || !('example' in json) || !('response' in call)) return;
    expect(call.response.safeParse(json.example).error).toBeUndefined();
  });

  it('gives examples of refusals that hold', () => {
    for (const { content = {} } of Object.values(components.responses))
      for (const each of Object.values(content)) expect(problemsOf(each)).toEqual([]);
  });

  it.each(operations)('leaves no answer open to more than it says: $key', ({ operation }) => {
    for (const { schema } of inAnswers(operation)) expect(openIn(schema)).toEqual([]);
  });

  it('says who may, how often, and by what it refuses', () => {
    const operation = byKey.get('POST /api/events/:id/rsvps');
    expect(operation).toMatchObject({
      tags: ['RSVPs'],
      security: [{ session: [] }, { token: [] }],
      'x-access': 'signed_in',
      'x-rate-limit': { calls: 60, seconds: 60 },
      responses: {
        403: { $ref: '#/components/responses/ForbiddenOrNotAMemberOrProfileIncompleteOrSuspended' },
      },
    });
    expect(byKey.get('PATCH /api/series/{id}') ?? byKey.get('PATCH /api/series/:id')).toMatchObject(
      {
        'x-weight': { rows: 104, charactersOfRow: 500, charactersOfPoint: 50_000 },
      },
    );
    expect(byKey.get('GET /api/events')).toMatchObject({
      security: [{}, { session: [] }, { token: [] }],
      'x-any-origin': true,
    });
  });

  it('tells the bounds of a text that code holds it to', () => {
    expect(components.schemas['CommentForm']).toMatchObject({
      properties: { content: { type: 'string', minLength: 1, maxLength: 2_000 } },
    });
  });

  it('follows what is declared', () => {
    const more = endpoint('GET /api/weather', { summary: 'Tells the weather', access: 'admin' });
    const { paths } = describeApi(
      [{ noun: 'weather', name: 'getWeather', endpoint: more }],
      nouns,
      {
        info: document.info,
        vocabulary: exampleValues,
        titles: {},
      },
    );
    expect(paths['/api/weather']?.['get']).toMatchObject({
      tags: ['Weather'],
      'x-access': 'admin',
    });
  });
});

/** The objects of a schema that may have more in them than they say. */
function openIn(given: JsonSchema, seen = new Set<string>()): JsonSchema[] {
  if (given.$ref) {
    if (seen.has(given.$ref)) return [];
    seen.add(given.$ref);
  }
  const schema = resolved(given, components.schemas);
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...Object.values(schema.properties ?? {}),
  ];
  const isOpen = schema.properties !== undefined && schema.additionalProperties !== false;
  return [...(isOpen ? [schema] : []), ...parts.flatMap((part) => openIn(part, seen))];
}
