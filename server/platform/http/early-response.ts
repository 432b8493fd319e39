import type { IncomingMessage, ServerResponse } from 'node:http';

const graceMs = 2_000;

/**
 * Closes connections whose answer precedes the end of the request, as with refusals. The rest of
 * the request is read and dropped, since a browser reads no answer before it has sent everything. A
 * client that doesn't finish soon loses the connection.
 */
export function closeAfterEarlyResponse(request: IncomingMessage, response: ServerResponse): void {
  const cutOff = () => {
    if (!request.complete) request.socket.destroy();
  };
  response.once('finish', () => {
    if (!request.complete) setTimeout(cutOff, graceMs).unref();
  });
}
