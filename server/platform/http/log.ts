import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { minute } from '#contract/platform/durations.ts';
import { patternOf } from './request-line.ts';

/** A request as a log line names it: neither who asked, nor any of the address they asked for. */
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

/** Drizzle tells the parameters of a failed query, PostgreSQL the row at fault: both name people. */
const parameters = /^params: .*$/gms;
const withoutParameters = (text: string) => text.replace(parameters, 'params: [Redacted]');

/** An error with all that leads to its place in the code, and no one's data. */
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

/** The lines that say where: what comes before them is the message. */
const stackOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** pino's number of the least level that is bounded; below are lines that an operator has asked for. */
const warnLevel = 40;
/** How many different lines are told apart at a time. */
const mostKinds = 1_000;

interface Kind {
  written: number;
  unsaid: number;
}

/**
 * Writes each kind of warning and error `most` times a minute, and then how many there were besides: some can be
 * caused by anybody, as often as they like, and a log that is full tells nothing.
 */
export function sampled(most = 10): LogMethod {
  const kinds = new Map<string, Kind>();

  /** The kind as it stands this minute; when that is over, what was not said is. */
  function begin(name: string, tell: (unsaid: number) => void): Kind {
    const kind = { written: 0, unsaid: 0 };
    kinds.set(name, kind);
    setTimeout(() => {
      kinds.delete(name);
      if (kind.unsaid > 0) tell(kind.unsaid);
    }, minute).unref();
    return kind;
  }

  return function logMethod(args, method, level) {
    if (level < warnLevel) return method.apply(this, args);
    const message = messageIn(args);
    const told = kindOf(args, message);
    const name = kinds.has(told) || kinds.size < mostKinds ? told : 'others';
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

/** The message, and the place in the code where it went wrong. */
function kindOf([first]: unknown[], message: string): string {
  const error: unknown =
    typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  return error instanceof Error
    ? `${message} ${error.name} ${stackOf(error).slice(0, 200)}`
    : message;
}
