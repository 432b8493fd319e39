import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup/report.mjs';

const block = 512;
const type = { file: '0', folder: '5' };

/**
 * Returns a folder as a tar (POSIX ustar). The same files make the same bytes: entries are sorted,
 * belong to root and have one date.
 * @param top the folder that unpacking makes
 * @param date seconds since 1970
 */
export function tarOf(folder, { top, date }) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .map(({ entry, path }) => ({ entry, path, name: `${top}${path.slice(folder.length)}` }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const parts = entries.flatMap(({ entry, path, name }) => {
    if (entry.isDirectory()) return [header(`${name}/`, type.folder, 0, date)];
    if (!entry.isFile()) throw new SetupError(`${path} is neither a file nor a folder`);
    const content = readFileSync(path);
    return [header(name, type.file, content.length, date), content, padding(content.length)];
  });
  const start = header(`${top}/`, type.folder, 0, date);
  return Buffer.concat([start, ...parts, Buffer.alloc(2 * block)]);
}

const padding = (length) => Buffer.alloc((block - (length % block)) % block);

function header(path, kind, size, date) {
  const bytes = Buffer.alloc(block);
  const { name, prefix } = split(path);
  const octal = (value, at, length) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  bytes.write(name, 0);
  octal(kind === type.folder ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8); // owner
  octal(0, 116, 8); // group
  octal(size, 124, 12);
  octal(date, 136, 12);
  bytes.write(' '.repeat(8), 148); // counts as spaces in its own sum
  bytes.write(kind, 156);
  bytes.write('ustar\u000000', 257);
  bytes.write(prefix, 345);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

/** A long path stands in two fields, parted at a slash. */
function split(path) {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  const at = path.indexOf('/', path.length - 101);
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
  if (at < 1 || name === '' || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(name) > 100) {
    throw new SetupError(`A tar has no room for the path ${path}`);
  }
  return { name, prefix };
}
