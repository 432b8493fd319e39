import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface HttpsServer {
  /** The certificate, which clients must trust. */
  ca: string;
  port: number;
}

/** Starts a web server on this machine for a host of this name, until the test file ends. */
export async function startHttpsServer(
  host: string,
  answer: RequestListener,
): Promise<HttpsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'https-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host}`;
  execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const ca = readFileSync(certificate, 'utf8');
  const server = createServer({ key: readFileSync(key), cert: ca }, answer);
  rmSync(folder, { recursive: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ca, port: (server.address() as AddressInfo).port };
}
