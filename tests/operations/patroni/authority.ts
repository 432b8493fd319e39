import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Debian } from '../debian.ts';

/** Creates a certificate authority, and its certificate for the servers at these addresses. */
export async function makeCertificates(
  debian: Debian,
  { folder, addresses, owner }: { folder: string; addresses: readonly string[]; owner: number },
): Promise<void> {
  mkdirSync(folder);
  const root = join(folder, 'root.crt');
  const rootKey = join(folder, 'root.key');
  const key = join(folder, 'server.key');
  const certificate = join(folder, 'server.crt');
  const request = join(folder, 'server.csr');
  const names = join(folder, 'names');
  const all = ['DNS:localhost', 'DNS:hall.example', ...addresses.map((each) => `IP:${each}`)];
  writeFileSync(names, `subjectAltName=${all.join(',')}`);
  const openssl = (...words: string[]) => debian.run(['openssl', ...words]);
  const elliptic = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const newKey = (name: string, at: string) =>
    elliptic.concat('-subj', `/CN=${name}`, '-keyout', at);
  await openssl('req', '-x509', ...newKey('own authority', rootKey), '-days', '30', '-out', root);
  await openssl('req', ...newKey('database', key), '-out', request);
  const signing = ['-CA', root, '-CAkey', rootKey, '-CAcreateserial', '-days', '30'];
  await openssl('x509', '-req', '-in', request, ...signing, '-extfile', names, '-out', certificate);
  chownSync(key, owner, owner);
  chmodSync(key, 0o600);
  // HAProxy wants both in one file.
  writeFileSync(join(folder, 'hall.example.pem'), [certificate, key].map(read).join(''));
}

const read = (path: string) => readFileSync(path, 'utf8');
