import type { IncomingMessage, ServerResponse } from 'node:http';

/** The labels of an answer in logs and metrics, which name nobody. */
interface RequestNotes {
  id: string;
  /**
   * The route's pattern, so that log lines and metrics neither contain nor grow with requested
   * addresses.
   */
  route: string;
  /** A cached answer, sent without the application. */
  isCopy?: boolean;
}

const requestNotes = new WeakMap<ServerResponse, RequestNotes>();

export const setRequestNote = (response: ServerResponse, what: RequestNotes): void =>
  void requestNotes.set(response, what);

export const requestNoteOf = (response: ServerResponse): RequestNotes | undefined =>
  requestNotes.get(response);

/** Sets the pattern of an answer if one route of the framework serves many. */
export function nameRoute(response: ServerResponse, route: string): void {
  const note = requestNotes.get(response);
  if (note) requestNotes.set(response, { ...note, route });
}

/** Each file of the build has a route of its own, and a name that changes with its content. */
export const patternOf = (url = 'unknown'): string => (/\.\w+$/.test(url) ? 'file' : url);

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
export const methodOf = (method = ''): string => (knownMethods.has(method) ? method : 'other');

/** The client closed the connection before the answer: proxies use this status for it. */
const clientClosed = 499;
export const statusOf = (response: ServerResponse): number =>
  response.headersSent ? response.statusCode : clientClosed;

const verboseLevels = new Set(['info', 'debug', 'trace']);

/**
 * The contents of a request's log line. It contains neither the caller nor the requested address.
 */
export interface RequestLine {
  method: string;
  route: string;
  status: number;
  ms: number;
  reqId?: string;
}

/**
 * Logs a request before anything answers it: at log levels that show requests, its line is written
 * after the answer. Logging one request twice has no effect.
 */
export function requestLogger(
  level: string,
  write: (line: RequestLine) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (!verboseLevels.has(level)) return () => {};
  const logged = new WeakSet<ServerResponse>();
  return (request, response) => {
    if (logged.has(response)) return;
    logged.add(response);
    const began = performance.now();
    response.once('close', () => {
      const { id, route = 'unknown' } = requestNotes.get(response) ?? {};
      const ms = Math.round((performance.now() - began) * 10) / 10;
      const [method, status] = [methodOf(request.method), statusOf(response)];
      write({ method, route, status, ms, ...(id !== undefined && { reqId: id }) });
    });
  };
}
