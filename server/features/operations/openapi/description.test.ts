import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { declarations, endpoints, nouns } from '#contract/api.ts';
import { capitalise } from '#contract/platform/counted.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { describeApi } from '#platform/openapi/document.ts';
import type { Content, Operation, Response } from '#platform/openapi/operations.ts';
import { resolveSchema, type JsonSchema } from '#platform/openapi/schemas.ts';
import { offenders } from '#tests/support/offenders.ts';
import { apiDescription } from './queries/description.ts';
import { exampleAnswers } from './queries/example-bodies.ts';
import { tagGroups } from './queries/tag-groups.ts';

const document = apiDescription();
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

type DescribedCall = (typeof operations)[number];
const eachCall = (check: (call: DescribedCall) => void) =>
  offenders(operations, ({ key }) => key, check);

type Declaration = (typeof declarations)[number]['endpoint'];
const eachDeclaration = (check: (call: Declaration) => void) =>
  offenders(
    declarations.map(({ endpoint: call }) => call),
    ({ key }) => key,
    check,
  );

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
const problemsOf = ({ schema, example }: Content) => {
  const validate = ajv.compile({ ...schema, components });
  return validate(example) ? [] : validate.errors;
};

describe('the description of the API', () => {
  it('has every declared call', () => {
    expect([...byKey.keys()].toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
  });

  it('gives each call a unique name', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('gives no schema a name that a generated client makes of a call', () => {
    const parts = [
      '',
      'Body',
      'Headers',
      'Params',
      'PathParameters',
      'Query',
      'Response',
      'Result',
    ];
    const made = operations.flatMap(({ operation }) =>
      parts.map((part) => capitalise(operation.operationId) + part),
    );
    const lowered = new Set(made.map((name) => name.toLowerCase()));
    const names = [...Object.keys(components.schemas), ...Object.keys(components.responses)];
    expect(names.filter((name) => lowered.has(name.toLowerCase()))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it('describes each call in one plain sentence', async () => {
    const check = ({ operation }: DescribedCall) =>
      expect(operation.summary).toMatch(/^[A-Z].{10,110}[^.]$/);
    expect(await eachCall(check)).toEqual([]);
  });

  it('has valid examples', async () => {
    const check = ({ operation }: DescribedCall) => {
      const contents = [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...inAnswers(operation),
      ];
      for (const content of contents.filter((each) => 'example' in each))
        expect(problemsOf(content)).toEqual([]);
      for (const { schema, example } of operation.parameters.filter((each) => 'example' in each))
        expect(problemsOf({ schema, example })).toEqual([]);
    };
    expect(await eachCall(check)).toEqual([]);
  });

  it('has an example input that each call accepts', async () => {
    const check = (call: Declaration) => {
      const json = byKey.get(call.key)?.requestBody?.content['application/json'];
      if (!json || !('example' in json) || !('body' in call) || 'signedBy' in call) return;
      expect(call.body.safeParse(json.example).error).toBeUndefined();
    };
    expect(await eachDeclaration(check)).toEqual([]);
  });

  it('has an example answer that each call may give', async () => {
    const check = (call: Declaration) => {
      const success = Object.entries(byKey.get(call.key)?.responses ?? {}).find(
        ([status]) => status < '300',
      )?.[1];
      const json =
        success && 'content' in success ? success.content?.['application/json'] : undefined;
      if (!json || !('example' in json) || !('response' in call)) return;
      expect(call.response.safeParse(json.example).error).toBeUndefined();
    };
    expect(await eachDeclaration(check)).toEqual([]);
  });

  it('has valid examples of refusals', () => {
    for (const { content = {} } of Object.values(components.responses))
      for (const each of Object.values(content)) expect(problemsOf(each)).toEqual([]);
  });

  it('allows no undeclared fields', async () => {
    const check = ({ operation }: DescribedCall) => {
      for (const { schema } of inAnswers(operation)) expect(openIn(schema)).toEqual([]);
    };
    expect(await eachCall(check)).toEqual([]);
  });

  it('states permissions, rate limits and refusals', () => {
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

  it("states a text's limits that code checks", () => {
    expect(components.schemas['CommentForm']).toMatchObject({
      properties: { content: { type: 'string', minLength: 1, maxLength: 2_000 } },
    });
  });

  it('follows the declarations', () => {
    const more = endpoint('GET /api/weather', { summary: 'Tells the weather', access: 'admin' });
    const weather = { name: 'Weather', description: 'The weather here.', nouns: ['weather'] };
    const group = { name: 'Outside', description: 'What it is like outside.', tags: [weather] };
    const about = { info: document.info, examples: { values: {}, bodies: {}, answers: {} } };
    const declared = [{ noun: 'weather', name: 'getWeather', endpoint: more }];
    const made = describeApi(declared, nouns, { ...about, tagGroups: [group] });
    expect(made.paths['/api/weather']?.['get']).toMatchObject({
      tags: ['Weather'],
      'x-access': 'admin',
    });
    expect(made.tags).toEqual([{ name: 'Weather', description: 'The weather here.' }]);
    expect(() => describeApi(declared, nouns, { ...about, tagGroups: [] })).toThrow(
      "Add the noun 'weather' to a tag of the API's description.",
    );
  });
});

describe('the headings of the description', () => {
  it('are six groups, in the order of the domains', () => {
    expect(document['x-tagGroups'].map(({ name }) => name)).toEqual([
      'Accounts and settings',
      'Blocks and moderation',
      'Groups',
      'Events',
      'Safety',
      'Running a site',
    ]);
    expect(document['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(
      document.tags.map(({ name }) => name),
    );
  });

  it('have each noun once, and a sentence each', () => {
    const tags = tagGroups.flatMap((group) => group.tags);
    expect(tags.flatMap((tag) => tag.nouns).toSorted()).toEqual(Object.keys(nouns).toSorted());
    expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
    for (const { description } of [...tags, ...tagGroups])
      expect(description).toMatch(/^[A-Z].{10,90}\.$/);
  });

  it('have calls of anyone before those of admins, and reads first', () => {
    const inTag = operations.filter(({ operation }) => operation.tags[0] === 'Donations');
    expect(inTag.map(({ key }) => key)).toEqual([
      'POST /api/create-payment-intent',
      'POST /api/stripe/webhook',
      'GET /api/user/donations',
      'GET /api/admin/donations',
      'GET /api/admin/donations.csv',
      'GET /api/admin/donations/summary',
    ]);
  });
});

describe('the examples', () => {
  const contentsOf = ({ operation }: DescribedCall) => [
    ...Object.entries(operation.requestBody?.content ?? {}),
    ...Object.values(operation.responses).flatMap((response) =>
      '$ref' in response ? [] : Object.entries(response.content ?? {}),
    ),
  ];

  it('are shown beside each body that is text', async () => {
    const check = (call: DescribedCall) => {
      for (const [type, content] of contentsOf(call))
        expect([type, 'example' in content]).toEqual([
          type,
          !/^(?:image|application\/zip)/.test(type),
        ]);
    };
    expect(await eachCall(check)).toEqual([]);
  });

  it('have a value for every field, from example-values.ts or eventFields', async () => {
    const check = (call: DescribedCall) => {
      const fields = contentsOf(call).flatMap(([, { example }]) => fieldsWithoutExample(example));
      if (fields.length > 0) throw new Error(`no example of ${fields.join(', ')}`);
    };
    const found = await offenders(operations, ({ key }) => `${fileOf(key)}, ${key}`, check);
    expect(found).toEqual([]);
  });

  it('have no address or name of anybody real', () => {
    const text = JSON.stringify(document.paths);
    for (const [address] of text.matchAll(/[\w.+-]+@[\w-]+\.[\w.]+/g))
      expect(address).toMatch(/@(?:hall\.example|example\.org)$/);
    for (const [host] of text.matchAll(/https?:\/\/[\w.-]+/g))
      expect(host).toMatch(/\/\/(?:hall\.example|example\.org)$/);
  });

  it('belong to declared calls only', () => {
    const calls = new Set(operations.map(({ operation }) => operation.operationId));
    expect(Object.keys(exampleAnswers).filter((name) => !calls.has(name))).toEqual([]);
  });
});

/** Lists the objects of a schema that allow undeclared fields. */
function openIn(declared: JsonSchema, seen = new Set<string>()): JsonSchema[] {
  if (declared.$ref) {
    if (seen.has(declared.$ref)) return [];
    seen.add(declared.$ref);
  }
  const schema = resolveSchema(declared, components.schemas);
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...Object.values(schema.properties ?? {}),
  ];
  const isOpen = schema.properties !== undefined && schema.additionalProperties !== false;
  return [...(isOpen ? [schema] : []), ...parts.flatMap((part) => openIn(part, seen))];
}

const contract = globSync('contract/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')]);

/** Finds the file that declares a call. */
const fileOf = (key: string) =>
  contract.find(([, text]) => text?.includes(`endpoint('${key}'`))?.[0];

/** Lists fields that need an example in the contract, or a row in `example-values.ts`. */
function fieldsWithoutExample(example: unknown, path = ''): string[] {
  if (example === 'text') return [path];
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    fieldsWithoutExample(value, path ? `${path}.${name}` : name),
  );
}
