import pg from 'pg';

/**
 * A text with a character that PostgreSQL can't keep: NUL, or half of a surrogate pair. It carries
 * the code of PostgreSQL's own refusal, which `http/errors.ts` answers with 400.
 */
export class UnstorableTextError extends Error {
  readonly code = '22021';

  constructor() {
    super('a text holds NUL or a lone surrogate; cleanText() of the contract makes it storable');
  }
}

/** @throws UnstorableTextError */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (hasUnstorableEscape(json)) throw new UnstorableTextError();
  return json;
}

/** `JSON.stringify` writes NUL and lone surrogates, and no other surrogates, as escapes. */
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
const hasUnstorableEscape = (json: string) => json.includes('\\u') && unstorableEscape.test(json);

/** Tells whether a parameter, as the driver gets it, holds text that PostgreSQL can't keep. */
export function isStorable(parameter: unknown): boolean {
  if (typeof parameter === 'string') return parameter.isWellFormed() && !parameter.includes('\0');
  if (Array.isArray(parameter)) return parameter.every(isStorable);
  return !isJson(parameter) || !hasUnstorableEscape(JSON.stringify(parameter));
}

/** The driver sends other objects as JSON. */
const isJson = (parameter: unknown): boolean =>
  typeof parameter === 'object' &&
  parameter !== null &&
  !ArrayBuffer.isView(parameter) &&
  !(parameter instanceof Date);

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that refuses text which PostgreSQL can't keep before it is sent: half a surrogate
 * pair would arrive as another character.
 */
export class CheckedClient extends pg.Client {
  override query(...args: never[]): never {
    const answer = parametersIn(args).every(isStorable)
      ? (super.query as Query).apply(this, args)
      : refuseQuery(args.at(-1));
    return answer as never;
  }
}

/** The driver takes parameters in a list, in an object, or both. */
function parametersIn([query, values]: unknown[]): unknown[] {
  const named = typeof query === 'object' && query !== null && 'values' in query && query.values;
  return [named, values].flatMap((each) => (Array.isArray(each) ? each : []));
}

function refuseQuery(callback: unknown): Promise<never> | undefined {
  const error = new UnstorableTextError();
  if (typeof callback !== 'function') return Promise.reject(error);
  process.nextTick(callback, error);
  return undefined;
}
