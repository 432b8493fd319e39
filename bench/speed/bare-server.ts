// A bare server that sends fixed bytes to every caller, in a process of its own like the product.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once(
  'message',
  ({ body, headers: told }: { body: string; headers: Record<string, string> }) => {
    const bytes = Buffer.from(body, 'base64');
    const headers = { ...told, 'content-length': bytes.length };
    const server = createServer((_, response) => {
      response.writeHead(200, headers);
      response.end(bytes);
    });
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  },
);
process.once('disconnect', () => process.exit(0));
