import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { ConfigError } from '#platform/config.ts';

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/** Serves the metrics at a separate address, out of visitors' reach. */
export async function serveMetrics(
  { registry }: { registry: Pick<Registry, 'contentType' | 'metrics'> },
  where: { host: string; port: number },
): Promise<MetricsServer> {
  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' || url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(where);
  await once(server, 'listening').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `METRICS_PORT ${where.port} can't be listened on (${reason}); set another`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
