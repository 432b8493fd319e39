import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { minute } from '#contract/platform/durations.ts';
import { patternOf } from './request-line.ts';

/** Describes a request for the log without its caller or its exact address. */
export const requestInLog = (request: FastifyRequest) => ({
  method: request.method,
  route: patternOf(request.routeOptions.url),
});

interface LoggedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: LoggedError;
}

/**
 * Drizzle's errors contain query parameters, and PostgreSQL's the row at fault: both identify
 * people.
 */
const parametersLine = /^params: .*$/gms;
const withoutParameters = (text: string) => text.replace(parametersLine, 'params: [Redacted]');

/** Describes an error for the log with its stack and without personal data. */
export function errorInLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: withoutParameters(error.message),
    stack: stackOf(error),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && { cause: errorInLog(error.cause) }),
  };
}

/** Keeps the lines of the stack after the message. */
const stackOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * The lowest of pino's levels that is limited; lines below it show only at the operator's request.
 */
const warnLevel = 40;
/** The number of different lines that are counted at a time. */
const maxKinds = 1_000;

interface Kind {
  written: number;
  unsaid: number;
}

/**
 * Writes each kind of warning and error at most `most` times a minute, then the number of the rest:
 * anybody can cause some of them, and a flooded log is useless.
 */
export function sampleLines(most = 10): LogMethod {
  const kinds = new Map<string, Kind>();

  /** Starts a kind's minute; at its end the suppressed lines are counted in one line. */
  function begin(name: string, logUnsaid: (unsaid: number) => void): Kind {
    const kind = { written: 0, unsaid: 0 };
    kinds.set(name, kind);
    setTimeout(() => {
      kinds.delete(name);
      if (kind.unsaid > 0) logUnsaid(kind.unsaid);
    }, minute).unref();
    return kind;
  }

  return function logMethod(args, method, level) {
    if (level < warnLevel) return method.apply(this, args);
    const message = messageIn(args);
    const lineKind = kindOf(args, message);
    const name = kinds.has(lineKind) || kinds.size < maxKinds ? lineKind : 'others';
    const kind =
      kinds.get(name) ?? begin(name, (unsaid) => method.apply(this, [{ unsaid }, message]));
    if (kind.written >= most) kind.unsaid += 1;
    else {
      kind.written += 1;
      method.apply(this, args);
    }
  };
}

const messageIn = (args: unknown[]): string =>
  args.slice(0, 2).find((arg) => typeof arg === 'string') ?? '';

/** Identifies a kind by its message and its place in the code. */
function kindOf([first]: unknown[], message: string): string {
  const error: unknown =
    typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  return error instanceof Error
    ? `${message} ${error.name} ${stackOf(error).slice(0, 200)}`
    : message;
}
