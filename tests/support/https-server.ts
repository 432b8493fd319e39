import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll } from 'vitest';

export interface HttpsServer {
  /** The certificate, which clients must trust. */
  ca: string;
  port: number;
}

/** Makes a certificate for a host of this name, with its key. */
function makeCertificate(host: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'https-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host}`;
  execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const files = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return files;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a web server on this machine for a host of this name, until the test file ends. */
export async function startHttpsServer(
  host: string,
  answer: RequestListener,
): Promise<HttpsServer> {
  const { key, cert } = makeCertificate(host);
  const server = createServer({ key, cert }, answer);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ca: cert, port: await portOf(server) };
}

export interface SocketServer extends HttpsServer {
  /** Waits until the other side has ended every connection. */
  allClosed: () => Promise<unknown>;
}

/**
 * Starts a server that treats each connection as it likes, before TLS or within it, until the test
 * file ends.
 */
export async function startSocketServer(
  host: string,
  layer: 'tcp' | 'tls',
  treat: (socket: Socket, reset: () => void) => void,
): Promise<SocketServer> {
  const { key, cert } = makeCertificate(host);
  const open = new Set<Socket>();
  const server = layer === 'tcp' ? createTcpServer() : createTlsServer({ key, cert });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  server.on(layer === 'tcp' ? 'connection' : 'secureConnection', (socket: Socket) => {
    const beneath = [...open].find(({ remotePort }) => remotePort === socket.remotePort);
    treat(
      socket.on('error', () => {}),
      () => beneath?.resetAndDestroy(),
    );
    // A socket that nobody reads doesn't notice its end.
    socket.resume();
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const closed = async (socket: Socket) =>
    new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  return {
    ca: cert,
    port: await portOf(server),
    allClosed: async () => Promise.all([...open].map(closed)),
  };
}
