import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { errorCode, isUnreachable } from '#platform/db/database.ts';
import { errorBody, Refusal } from '#platform/refusal.ts';

/** The server's own refusals, before any handler runs. */
const requestErrors: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'invalid', message: 'The request is not valid' },
  413: { code: 'too_large', message: 'This is too large to send' },
  414: { code: 'invalid', message: 'The address is too long' },
  415: { code: 'unsupported_media_type', message: 'Please send the request as JSON' },
  431: { code: 'invalid', message: 'The request headers are too long' },
};

/**
 * Converts every expected failure to a refusal; undefined for an unexpected one. `tooLarge` is the
 * sentence of the call for a body that is too large.
 */
export function asRefusal(error: unknown, tooLarge?: string): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (errorCode(error) === '23503') {
    return new Refusal(
      'conflict',
      'Something this needs has just been removed. Please reload the page.',
    );
  }
  if (errorCode(error) === '53100') {
    return new Refusal(
      'unavailable',
      'The site has no room left to save this. Please try again later.',
      { retryAfter: 60 },
    );
  }
  if (isUnstorable(error)) {
    return new Refusal('invalid', 'Some characters of this can’t be saved. Please type it again.');
  }
  // Checked before the database's errors: a caller who hangs up also resets a connection.
  const ofRequest = requestRefusal(error, tooLarge);
  if (ofRequest) return ofRequest;
  if (isUnreachable(error)) {
    return new Refusal(
      'unavailable',
      'The service is not available right now. Please try again later.',
      { retryAfter: 5 },
    );
  }
  return undefined;
}

/**
 * PostgreSQL's codes for NUL, and for an escape in JSON that is none of its characters. A lone
 * surrogate in JSON has the code of any malformed value.
 */
function isUnstorable(error: unknown): boolean {
  const code = errorCode(error);
  return code === '22021' || code === '22P05' || (code === '22P02' && isOfSurrogate(error));
}

const isOfSurrogate = (error: unknown): boolean =>
  error instanceof Error &&
  (('detail' in error && /surrogate/i.test(String(error.detail))) || isOfSurrogate(error.cause));

/**
 * Turns an error of the server, rather than of the application, into a refusal. Such errors carry a
 * status.
 */
function requestRefusal(error: unknown, tooLarge: string | undefined): Refusal | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413 && tooLarge !== undefined) return new Refusal('too_large', tooLarge);
  const requestError =
    requestErrors[status] ?? (status >= 400 && status < 500 ? requestErrors[400] : undefined);
  return requestError && new Refusal(requestError.code, requestError.message);
}

/**
 * Answers a failed call. An unexpected error is logged whole, and the caller only gets a request
 * id.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error, request.routeOptions.config?.tooLarge);
  if (!refusal) {
    request.log.error({ err: error }, 'a request failed');
    return reply.code(500).send(
      errorBody('internal', 'Something went wrong. Please try again later.', {
        requestId: request.id,
      }),
    );
  }
  if (refusal.code === 'unavailable') {
    // A refusal written by hand has its own reason; any other error comes from the database.
    const reason =
      error instanceof Refusal ? refusal.message : 'the database could not be reached or used';
    request.log.warn({ err: error }, reason);
  }
  if (refusal.retryAfter) void reply.header('retry-after', refusal.retryAfter);
  return reply.code(refusal.status).send(refusal.body);
}
