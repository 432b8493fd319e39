import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { Instant } from '#contract/platform/values.ts';
import { apiDescription } from '#features/operations/openapi/queries/description.ts';
import type { Document } from '#platform/openapi/document.ts';
import type { Operation, Response } from '#platform/openapi/operations.ts';
import { textOf } from './answer-text.ts';

/** The parts of an answer that the description covers. */
export type CheckedAnswer = Pick<
  LightMyRequestResponse,
  'statusCode' | 'headers' | 'body' | 'rawPayload'
>;

interface Call {
  key: string;
  path: RegExp;
  operation: Operation;
}

/**
 * Checks answers against the document's description of their calls, to the field and the code. Each
 * kind of answer is compiled once, at its first use.
 */
export function answerChecker(document: Document) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateSchema: false,
    formats: {
      'date-time': (text: string) => Instant.safeParse(text).success,
      date: (text: string) => z.iso.date().safeParse(text).success,
      binary: true,
    },
  });
  const calls = callsOf(document);
  const compiled = new Map<object, ValidateFunction>();
  const validatorFor = (response: Response, schema: object) => {
    const made =
      compiled.get(response) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(response, made);
    return made;
  };

  /** Throws where a call's answer doesn't match its description. */
  return (method: string, url: string, answer: CheckedAnswer): void => {
    const path = url.split('?')[0] ?? '';
    const call = calls.get(method)?.find((each) => each.path.test(path));
    // A 303 answers a form that a browser without script sent.
    if (!call || [303, 304].includes(answer.statusCode)) return;
    const says = (what: string) => {
      throw new Error(
        `${call.key} answered ${answer.statusCode}, and in /api/openapi.json ${what}`,
      );
    };
    const response = responseOf(call.operation, answer.statusCode, document);
    if (!response) return says(`it has no such status${codeIn(answer)}`);
    const { content } = response;
    if (!content) return answer.body === '' ? undefined : says('it has no body');
    const type = String(answer.headers['content-type']).split(';')[0] ?? '';
    const described = content[type];
    if (!described) return says(`it sends ${Object.keys(content).join(', ')}, not ${type}`);
    if (type !== 'application/json') return undefined;
    const validate = validatorFor(response, described.schema);
    if (validate(JSON.parse(textOf(answer)))) return undefined;
    const [error] = validate.errors ?? [];
    const extra = error?.params['additionalProperty'];
    return says(
      `${error?.instancePath || 'the body'} ${error?.message}${extra ? `: ${extra}` : ''}${codeIn(answer)}`,
    );
  };
}

/** A refusal's code, which the call may have to declare in `refuses`. */
function codeIn(answer: CheckedAnswer): string {
  if (answer.statusCode < 400) return '';
  const { code } = JSON.parse(textOf(answer)) as { code?: string };
  return ` (its code is ${code}; a call declares in \`refuses\` by what it refuses besides)`;
}

const isRef = (value: object): value is { $ref: string } => '$ref' in value;

function responseOf(
  { responses }: Operation,
  status: number,
  { components }: Document,
): Response | undefined {
  const response = responses[String(status)];
  if (!response) return undefined;
  return isRef(response) ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
}

/** Sorts by method, fixed paths before those with parameters, as a router does. */
function callsOf({ paths }: Document): Map<string, Call[]> {
  const calls = new Map<string, Call[]>();
  // A bracket sorts after every letter.
  const inOrder = Object.entries(paths).toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, operations] of inOrder) {
    for (const [name, operation] of Object.entries(operations)) {
      const method = name.toUpperCase();
      const pattern = path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+');
      const call = { key: `${method} ${path}`, path: new RegExp(`^${pattern}/?$`), operation };
      calls.set(method, [...(calls.get(method) ?? []), call]);
    }
  }
  return calls;
}

let ofThisApi: ReturnType<typeof answerChecker> | undefined;

/** Throws where an answer of the API doesn't match `GET /api/openapi.json`. */
export function checkAgainstApi(method: string, url: string, answer: CheckedAnswer): void {
  ofThisApi ??= answerChecker(apiDescription());
  ofThisApi(method, url, answer);
}
