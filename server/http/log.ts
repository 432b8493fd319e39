import type { FastifyRequest } from 'fastify';

/** Long enough for a token, and for the id of a member. */
const confidential = /^[\w.~-]{20,}$/;

/**
 * A request as a log line names it: neither who asked, nor what they searched for, nor what an address
 * carries in confidence.
 */
export const requestInLog = (request: FastifyRequest) => ({
  method: request.method,
  path: pathInLog(request.url),
});

function pathInLog(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .split('/')
    .map((part) => (confidential.test(part) ? '[Redacted]' : part))
    .join('/');
}

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
