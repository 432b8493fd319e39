import type { ErrorCode } from '#contract/platform/errors.ts';
import { markup, type Html } from '#platform/html.ts';
import type { Document } from '#platform/openapi/document.ts';
import type { Operation, Parameter, Response } from '#platform/openapi/operations.ts';
import { resolveSchema, schemaName, type Schemas } from '#platform/openapi/schemas.ts';
import { curlOf, exampleText, type Call } from './curl.ts';
import { fieldHtml, fieldsOf, kindOf } from './schema.ts';

/** One call, with its fields on one side and its examples on the other. */
export function callHtml(call: Call, components: Document['components']): Html {
  const { operation, path } = call;
  return markup`<article class="call" id="${operation.operationId}">
    <h4>${operation.summary}</h4>
    <p class="address">${methodHtml(call.method)} <code>${path}</code></p>
    <ul class="facts">${factsOf(operation).map((fact) => markup`<li>${fact}</li>`)}</ul>
    <div class="sides">
      <div>
        ${parametersHtml(operation.parameters)}${bodyHtml(operation.requestBody, components.schemas)}
        <h5>Answers</h5>
        <dl>${successesOf(operation).map(successHtml)}</dl>
        ${errorsHtml(operation, components)}
      </div>
      <div class="examples">
        <h5>Example request</h5>
        <pre><code>${curlOf(call)}</code></pre>
        ${exampleAnswerHtml(operation)}
      </div>
    </div>
  </article> `;
}

export const methodHtml = (method: string) =>
  markup`<span class="method ${method}">${method.toUpperCase()}</span>`;

/** A path that can wrap after a slash. */
export const breakablePath = (path: string): Html =>
  markup`${path
    .split('/')
    .slice(1)
    .map((part) => markup`<wbr />/${part}`)}`;

export const accessText: Record<Operation['x-access'], string> = {
  anyone: 'Anyone',
  signed_in: 'Signed in',
  admin: 'Admins',
};

const durationUnits: Record<number, string> = { 60: 'a minute', 3600: 'an hour' };

function factsOf(operation: Operation): string[] {
  const { 'x-rate-limit': rate, 'x-weight': weight } = operation;
  return [
    accessText[operation['x-access']],
    operation.security.some((way) => 'token' in way) && 'Access token',
    operation['x-any-origin'] && 'Any origin',
    rate && `${rate.calls} ${durationUnits[rate.seconds] ?? `in ${rate.seconds} seconds`}`,
    weight &&
      weight.rows > 1 &&
      `Counts again for every ${weight.charactersOfPoint.toLocaleString('en-GB')} characters`,
  ].filter((fact) => typeof fact === 'string');
}

const parameterPlaces: Record<Parameter['in'], string> = {
  path: 'In the path',
  query: 'In the query',
  header: 'Headers',
};

function parametersHtml(parameters: Parameter[]): Html[] {
  const byPlace = Map.groupBy(parameters, (parameter) => parameter.in);
  return [...byPlace].map(([place, inPlace]) => {
    const fields = inPlace.map(({ name, schema, required, description }) =>
      fieldHtml({ name, schema, isNeeded: required, note: description }),
    );
    return markup`<h5>${parameterPlaces[place]}</h5>
      <dl>${fields}</dl> `;
  });
}

function bodyHtml(body: Operation['requestBody'], schemas: Schemas): Html | undefined {
  const [content] = Object.values(body?.content ?? {});
  if (!body || !content) return undefined;
  const types = Object.keys(body.content).join(', ');
  const fields = fieldsOf(resolveSchema(content.schema, schemas));
  const isNamed = content.schema.$ref !== undefined;
  const is = fields && !isNamed ? undefined : markup`: ${kindOf(content.schema)}`;
  return markup`<h5>Body</h5>
    <p><code>${types}</code>${body.required ? '' : ', optional'}${is}</p>
    ${fields}`;
}

/** The example of the first success that has one; shared by all readers. */
function exampleAnswerHtml(operation: Operation): Html | undefined {
  const [found] = successesOf(operation).flatMap(([status, { content = {} }]) =>
    Object.values(content).map(({ example }) => ({ status, example })),
  );
  if (found?.example === undefined) return undefined;
  return markup`<h5>Example answer: <code>${found.status}</code></h5>
    <pre><code>${exampleText(found.example)}</code></pre>`;
}

const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).filter((entry): entry is [string, Response] => !('$ref' in entry[1]));

function successHtml([status, { description, headers = {}, content = {} }]: [string, Response]) {
  const kinds = Object.entries(content).map(
    ([type, each]) =>
      markup`<br /><code>${type}</code>: ${kindOf(each.schema)}
        ${fieldsOf(each.schema)}`,
  );
  const names = Object.keys(headers).map((name) => markup` <code>${name}</code>`);
  const withHeaders = names.length > 0 ? markup`, with the headers${names}` : undefined;
  return markup`<div>
    <dt><code>${status}</code></dt>
    <dd>${description}${withHeaders}${kinds}</dd>
  </div> `;
}

/** Errors of any call, which the introduction lists once. */
export const commonCodes: readonly string[] = [
  'invalid',
  'sign_in_required',
  'forbidden',
  'too_many_requests',
  'internal',
  'unavailable',
] satisfies ErrorCode[];

/** The errors that are this call's own. */
function errorsHtml({ responses }: Operation, components: Document['components']) {
  const errors = Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [];
    const { content = {} } = components.responses[schemaName(response.$ref)] ?? {};
    const codes = Object.values(content).flatMap(
      ({ schema }) => schema.properties?.['code']?.enum ?? [],
    );
    return codes
      .map(String)
      .filter((code) => !commonCodes.includes(code))
      .map((code) => markup`<li>${status} <code>${code}</code></li>`);
  });
  if (errors.length === 0) return undefined;
  return markup`<h5>Errors</h5>
    <ul class="inline">${errors}</ul>`;
}
