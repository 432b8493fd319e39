import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { example } from './patroni/example.ts';
import { freePort } from './program.ts';
import type { Stage } from './row.ts';

const caddyfile = 'compose/Caddyfile';

/**
 * Starts Debian's Caddy with the file of deploy/compose, before these ports; returns its address.
 */
export async function startCaddy(stage: Stage, ports: readonly number[]): Promise<string> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  await startComposeProxy(stage, { ports, port, address });
  return address;
}

/**
 * Starts the proxy under its own name, with HTTPS by its own authority, and returns the authority's
 * certificate.
 */
export async function startSecureCaddy(
  stage: Stage,
  ports: readonly number[],
): Promise<{ port: number; ca: string }> {
  const port = await freePort();
  const home = await startComposeProxy(stage, { ports, port, address: `hall.example:${port}` });
  const rootCertificate = join(home, '.local/share/caddy/pki/authorities/local/root.crt');
  return { port, ca: readFileSync(rootCertificate, 'utf8') };
}

/** Returns the folder of its data. */
async function startComposeProxy(
  { debian, folder, after }: Stage,
  { ports, port, address }: { ports: readonly number[]; port: number; address: string },
): Promise<string> {
  const sites = ports.map((each) => `127.0.0.1:${each}`).join(' ');
  const text = example(caddyfile)
    .replaceAll('site-1:3000 site-2:3000', sites)
    .replaceAll(':3099', `:${await freePort()}`);
  if (text.includes('site-')) throw new Error(`${caddyfile} names other processes than it did`);
  const file = join(folder, `Caddyfile-${port}`);
  // Its admin port, and its port for plain HTTP, would be shared by the whole machine.
  const own = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects'];
  writeFileSync(file, `{\n\t${own.join('\n\t')}\n}\n${text}`);
  const home = join(folder, `caddy-${port}`);
  const env = { SITE_ADDRESS: address, HOME: home };
  const caddy = debian.start(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], { env });
  after(() => caddy.stop());
  await caddy.listens(port);
  return home;
}

/** Starts Debian's HAProxy, which checks each process's readiness; returns its address. */
export async function startHaproxy(
  { debian, folder, after }: Stage,
  ports: readonly number[],
): Promise<string> {
  const port = await freePort();
  const lines = [
    'defaults',
    ' mode http',
    ' timeout connect 2s',
    ' timeout client 60s',
    ' timeout server 60s',
    ' retries 2',
    ' option redispatch 1',
    'frontend visitors',
    ` bind 127.0.0.1:${port}`,
    ' default_backend site',
    'backend site',
    ' balance roundrobin',
    ' option httpchk',
    ' http-check send meth GET uri /readyz',
    ' http-check expect status 200',
    ' default-server check inter 1s fall 2 rise 1',
    ...ports.map((each) => ` server port-${each} 127.0.0.1:${each}`),
  ];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const haproxy = debian.start(['haproxy', '-f', file]);
  after(() => haproxy.stop());
  await haproxy.listens(port);
  return `http://127.0.0.1:${port}`;
}
