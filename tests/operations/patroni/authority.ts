import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Debian } from '../debian.ts';

/** A certificate authority of one's own, and a certificate of it for the servers at these addresses. */
export async function makeCertificates(
  debian: Debian,
  { folder, addresses, owner }: { folder: string; addresses: readonly string[]; owner: number },
): Promise<{ root: string }> {
  mkdirSync(folder);
  const root = join(folder, 'root.crt');
  const rootKey = join(folder, 'root.key');
  const key = join(folder, 'server.key');
  const certificate = join(folder, 'server.crt');
  const request = join(folder, 'server.csr');
  const names = join(folder, 'names');
  const all = ['DNS:localhost', 'DNS:hall.example', ...addresses.map((each) => `IP:${each}`)];
  writeFileSync(names, `subjectAltName=${all.join(',')}`);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const;
  await debian.run([
    'openssl',
    ...['req', '-x509', ...newKey, '-days', '30', '-subj', '/CN=The hall’s own'],
    ...['-keyout', rootKey, '-out', root],
  ]);
  await debian.run([
    'openssl',
    ...['req', ...newKey, '-subj', '/CN=database', '-keyout', key, '-out', request],
  ]);
  await debian.run([
    'openssl',
    ...['x509', '-req', '-in', request, '-CA', root, '-CAkey', rootKey],
    ...['-CAcreateserial', '-days', '30', '-extfile', names, '-out', certificate],
  ]);
  chownSync(key, owner, owner);
  chmodSync(key, 0o600);
  // As HAProxy wants the two: in one file.
  writeFileSync(join(folder, 'hall.example.pem'), [certificate, key].map(read).join(''));
  return { root };
}

const read = (path: string) => readFileSync(path, 'utf8');
