import type { IncomingMessage, ServerResponse } from 'node:http';

const graceMs = 2_000;

/**
 * Where the answer comes before the end of its request, as with a refusal: what is still sent is dropped as it comes,
 * since a browser reads no answer before it has sent all, and who has not ended soon loses the connection.
 */
export function closeAfterEarlyResponse(request: IncomingMessage, response: ServerResponse): void {
  const cutOff = () => {
    if (!request.complete) request.socket.destroy();
  };
  response.once('finish', () => {
    if (!request.complete) setTimeout(cutOff, graceMs).unref();
  });
}
