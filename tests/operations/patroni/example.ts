import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns a file of deploy/, as an operator finds it. */
export const example = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url)), 'utf8');

/** Replaces the site's ports in a text. */
export const withPorts = (text: string, ports: readonly number[]): string =>
  text.replaceAll(
    /127\.0\.0\.1:300([123])/g,
    (_, index) => `127.0.0.1:${ports[Number(index) - 1]}`,
  );
