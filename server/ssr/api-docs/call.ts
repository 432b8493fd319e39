import { markup, type Html } from '#platform/html.ts';
import type { Document } from '#platform/openapi/document.ts';
import type { Content, Operation, Parameter, Response } from '#platform/openapi/operations.ts';
import { resolved, type Schemas } from '#platform/openapi/schemas.ts';
import { curlOf, type Call } from './curl.ts';
import { fieldHtml, fieldsOf, kindOf, withCode } from './schema.ts';

/** A call as somebody reads it who wants to make it. */
export function callHtml(call: Call, components: Document['components']): Html {
  const { operation, method, path } = call;
  return markup`<article class="call" id="${operation.operationId}">
    <h3>${methodHtml(method)} <code>${path}</code></h3>
    <p>${operation.summary}.</p>
    <p class="facts">${factsOf(operation)}</p>
    ${parametersHtml(operation.parameters)}${bodyHtml(operation.requestBody, components.schemas)}
    <h4>Answers</h4>
    <dl>${successesOf(operation).map(successHtml)}</dl>
    <h4>Refusals</h4>
    <ul class="inline">${refusalsOf(operation, components)}</ul>
    <h4>With curl</h4>
    <pre><code>${curlOf(call)}</code></pre>
  </article> `;
}

export const methodHtml = (method: string) =>
  markup`<span class="method ${method}">${method.toUpperCase()}</span>`;

const whoMay: Record<Operation['x-access'], string> = {
  anyone: 'Anyone may',
  signed_in: 'Whoever is signed in',
  admin: 'Admins alone',
};

const units: Record<number, string> = { 60: 'a minute', 3600: 'an hour' };

function factsOf(operation: Operation): string {
  const { 'x-rate-limit': rate, 'x-weight': weight } = operation;
  return [
    whoMay[operation['x-access']],
    operation['x-any-origin'] && 'pages of any origin may read it, as somebody signed out',
    operation.security.some((way) => 'token' in way) && 'by an access token, too',
    rate && `at most ${rate.calls} ${units[rate.seconds] ?? `in ${rate.seconds} seconds`}`,
    weight &&
      `each counts once, and once more for every ${weight.charactersOfPoint.toLocaleString('en-GB')} characters written`,
  ]
    .filter(Boolean)
    .join('; ');
}

const places: Record<Parameter['in'], string> = {
  path: 'in the address',
  query: 'after the ?',
  header: 'as a header',
};

function parametersHtml(parameters: Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, schema, required, description, in: place }) =>
    fieldHtml({
      name,
      schema,
      isNeeded: required,
      note: [places[place], description].filter(Boolean).join('. '),
    }),
  );
  return markup`<h4>Parameters</h4>
    <dl>${fields}</dl> `;
}

function bodyHtml(body: Operation['requestBody'], schemas: Schemas): Html | undefined {
  const [content] = Object.values(body?.content ?? {});
  if (!body || !content) return undefined;
  const types = Object.keys(body.content).join(', ');
  const fields = fieldsOf(resolved(content.schema, schemas));
  const isNamed = content.schema.$ref !== undefined;
  const is = fields && !isNamed ? undefined : markup`: ${kindOf(content.schema)}`;
  return markup`<h4>Body</h4>
    <p><code>${types}</code>${body.required ? '' : ', may be left out'}${is}</p>
    ${fields}${exampleHtml('Example', content)}`;
}

const exampleHtml = (title: string, content: Content): Html | undefined =>
  'example' in content
    ? markup`<details>
        <summary>${title}</summary>
        <pre><code>${JSON.stringify(content.example, null, 2)}</code></pre>
      </details> `
    : undefined;

const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).filter((entry): entry is [string, Response] => !('$ref' in entry[1]));

function successHtml([status, { description, headers = {}, content = {} }]: [string, Response]) {
  const kinds = Object.entries(content).map(
    ([type, each]) =>
      markup`<br /><code>${type}</code>: ${kindOf(each.schema)}
        ${fieldsOf(each.schema)}${exampleHtml(`Example of ${status}`, each)}`,
  );
  const names = Object.keys(headers).map((name) => markup` <code>${name}</code>`);
  const told = names.length > 0 ? markup`, with the headers${names}` : undefined;
  return markup`<div>
    <dt><code>${status}</code></dt>
    <dd>${description}${told}${kinds}</dd>
  </div> `;
}

function refusalsOf({ responses }: Operation, components: Document['components']): Html[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [];
    const codes = components.responses[response.$ref.split('/').at(-1) ?? '']?.description ?? '';
    return [markup`<li>${status} ${withCode(codes.slice(codes.lastIndexOf(': ') + 2))}</li>`];
  });
}
