import type { z } from 'zod';
import { partKey, partNames, titleOf, type Declaration, type Titles } from './declaration.ts';
import { operationOf, type Operation, type Response } from './operations.ts';
import { refusalName, refusalsByStatus } from './refusals.ts';
import { refusalResponse, refusalSchema } from './refused.ts';
import type { Vocabulary } from './examples.ts';
import { jsonSchemas, schemaRef, type JsonSchema, type Modules, type Schemas } from './schemas.ts';
import { securitySchemes } from './security.ts';

export interface Document {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Schemas;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: typeof securitySchemes;
  };
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

const headers: Record<string, Header> = {
  Link: {
    description: 'Where more follows, the address of the next page: `<…>; rel="next"`',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many there are in all, where that is known',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'After how many seconds it is worth another try',
    schema: { type: 'integer' },
  },
  Location: { description: 'Where it leads', schema: { type: 'string' } },
};

interface About {
  info: Document['info'];
  vocabulary: Vocabulary;
  titles: Titles;
}

/** Describes the whole API as OpenAPI 3.1, from the declarations of its calls. */
export function describeApi(
  declarations: readonly Declaration[],
  modules: Modules,
  { info, vocabulary, titles }: About,
): Document {
  const parts = new Map(declarations.flatMap(partsOf));
  const all = { ...jsonSchemas(modules, parts), Refusal: refusalSchema };
  const paths: Document['paths'] = {};
  for (const declaration of declarations) {
    const [method = '', path = ''] = declaration.endpoint.key.split(' ');
    const written = path.replace(/:(\w+)/g, '{$1}');
    paths[written] = {
      ...paths[written],
      [method.toLowerCase()]: operationOf(declaration, { schemas: all, vocabulary, titles }),
    };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set(declarations.map(({ noun }) => titleOf(noun, titles)))].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: namedIn(paths, all),
      responses: refusalsOf(declarations),
      headers,
      securitySchemes,
    },
  };
}

const partsOf = ({ name, endpoint }: Declaration): [string, z.ZodType][] =>
  partNames.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [[partKey(name, part), schema] as [string, z.ZodType]] : [];
  });

const refusalsOf = (declarations: readonly Declaration[]): Record<string, Response> =>
  Object.fromEntries(
    declarations
      .flatMap(({ endpoint }) => [...refusalsByStatus(endpoint).values()])
      .map((codes) => [refusalName(codes), refusalResponse(codes)]),
  );

/** Keeps the schemas that something refers to, directly or not. */
function namedIn(paths: Document['paths'], all: Schemas): Schemas {
  const named = new Set<string>();
  const look = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    ))
      if (!named.has(name)) {
        named.add(name);
        look(all[name]);
      }
  };
  look(paths);
  look({ $ref: schemaRef('Refusal') });
  const names = [...named].toSorted((one, other) => one.localeCompare(other, 'en'));
  return Object.fromEntries(names.map((name) => [name, all[name] ?? {}]));
}
