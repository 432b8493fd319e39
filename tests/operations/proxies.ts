import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './program.ts';
import type { Stage } from './row.ts';

const caddyfile = fileURLToPath(new URL('../../deploy/compose/Caddyfile', import.meta.url));

/** Debian's Caddy by the file of deploy/compose, before these ports; answers its address. */
export async function startCaddy(
  { debian, folder, after }: Stage,
  ports: readonly number[],
): Promise<string> {
  const port = await freePort();
  const sites = ports.map((each) => `127.0.0.1:${each}`).join(' ');
  const text = readFileSync(caddyfile, 'utf8').replace('site-1:3000 site-2:3000', sites);
  if (!text.includes(sites)) throw new Error(`${caddyfile} names other processes than it did`);
  const file = join(folder, 'Caddyfile');
  // Its own port for orders would be one and the same for all on the machine.
  writeFileSync(file, `{\n\tadmin off\n}\n${text}`);
  const address = `http://127.0.0.1:${port}`;
  const env = { SITE_ADDRESS: address, HOME: join(folder, 'caddy') };
  const caddy = debian.start(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], { env });
  after(() => caddy.stop());
  await caddy.listens(port);
  return address;
}

/** Debian's HAProxy, which asks each process whether it is ready; answers its address. */
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
