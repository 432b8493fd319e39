import type { z } from 'zod';
import { operationOf, securitySchemes, type Operation, type Response } from './operations.ts';
import { refusalName, refusalsByStatus } from './refusals.ts';
import { refusalResponse, refusalSchema } from './refused.ts';
import type { Examples } from './examples.ts';
import {
  partKey,
  schemaRef,
  jsonSchemas,
  partNames,
  type JsonSchema,
  type Schemas,
  type Declaration,
  type Modules,
} from './schemas.ts';
import { inReadingOrder, type TagGroup } from './tags.ts';

export interface Document {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
    contact?: { name: string; email: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  /** Groups of tags, as Redoc and others read them. */
  'x-tagGroups': { name: string; description: string; tags: string[] }[];
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

const headerDescriptions: Record<string, Header> = {
  Link: {
    description: 'The address of the next page, if there is one: `<…>; rel="next"`',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'The number of items in the whole list, where it is known',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before you try again',
    schema: { type: 'integer' },
  },
  Location: { description: 'The address to go to', schema: { type: 'string' } },
};

interface About {
  info: Document['info'];
  examples: Examples;
  tagGroups: readonly TagGroup[];
}

/** Describes the whole API as OpenAPI 3.1, from the declarations of its calls. */
export function describeApi(
  declarations: readonly Declaration[],
  modules: Modules,
  { info, examples, tagGroups }: About,
): Document {
  const parts = new Map(declarations.flatMap(partsOf));
  const all = { ...jsonSchemas(modules, parts), Refusal: refusalSchema };
  const paths: Document['paths'] = {};
  for (const declaration of inReadingOrder(declarations, tagGroups)) {
    const [method = '', path = ''] = declaration.endpoint.key.split(' ');
    const written = path.replace(/:(\w+)/g, '{$1}');
    paths[written] = {
      ...paths[written],
      [method.toLowerCase()]: operationOf(declaration, { schemas: all, examples, tagGroups }),
    };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    tags: tagGroups.flatMap(({ tags }) =>
      tags.map(({ name, description }) => ({ name, description })),
    ),
    'x-tagGroups': tagGroups.map(({ tags, ...group }) => ({
      ...group,
      tags: tags.map(({ name }) => name),
    })),
    paths,
    components: {
      schemas: namedIn(paths, all),
      responses: refusalsOf(declarations),
      headers: headerDescriptions,
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
