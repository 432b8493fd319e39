import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Chromium {
  executablePath: string;
  args: string[];
  /** The whole environment of the browser. */
  env: Record<string, string>;
}

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const args = [
  // The pages under test are the project's own, and the sandbox works neither for root nor in most
  // containers.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Without these it looks up its maker's hosts at each start, which a closed network refuses.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/**
 * Returns the tests' browser, to spread into Playwright's `launchOptions`: the one that
 * `CHROMIUM_PATH` names, else npm's, whose fixed version makes pictures comparable, else an
 * installed one.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return { executablePath: named, args, env: environment({}) };
  }
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium();
  const found = installed.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error('The browser tests need Chrome or Chromium: install one or set CHROMIUM_PATH.');
  }
  return { executablePath: found, args, env: environment({}) };
}

/** Npm's browser brings its own libraries and a font, since a bare Debian has neither. */
async function packagedChromium(): Promise<Chromium> {
  const folder = await unpackedChromium();
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']];
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: environment({
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    }),
  };
}

const contents = ['chromium', 'libGLESv2.so', 'al2023/lib/libnss3.so', 'fonts/fonts'];

/** Cached between runs, beside the tests' compiled code. */
const cacheFolder = join(import.meta.dirname, '..', '..', 'test-results', 'compiled');

/**
 * Each user and version has one folder. Several workers may unpack at once, each aside; the first
 * moves its own into place and the others drop theirs.
 */
async function unpackedChromium() {
  const { bin, version } = await packageDetails();
  const folder = join(cacheFolder, `villagehall-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (await isWhole(folder)) return folder;
  await mkdir(cacheFolder, { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  await unpack(bin, aside);
  await writeFile(join(aside, 'fonts.conf'), fontSettings(folder));
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  return folder;
}

async function packageDetails() {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = join(dirname(entry), '..');
  const manifest: { version: string } = JSON.parse(
    await readFile(join(home, 'package.json'), 'utf8'),
  );
  return { bin: join(home, 'bin'), version: manifest.version };
}

/**
 * Another user of the machine may have created a folder of this name, and its content must not run.
 * Its settings contain its path, which changes when the checkout moves.
 */
async function isWhole(folder: string) {
  const stat = await lstat(folder).catch(() => undefined);
  if (stat === undefined) return false;
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to somebody else: remove it.`);
  }
  const settings = await readFile(join(folder, 'fonts.conf'), 'utf8').catch(() => '');
  const isComplete = contents.every((name) => existsSync(join(folder, name)));
  if (isComplete && settings === fontSettings(folder)) return true;
  await rm(folder, { recursive: true, force: true });
  return false;
}

/** The package unpacks into the current temp folder, so this runs in a process with its own. */
async function unpack(bin: string, target: string) {
  const script = `import { inflate } from '@sparticuz/chromium';
    await Promise.all(process.argv.slice(1).map((archive) => inflate(archive)));`;
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script, ...archives.map((name) => join(bin, name))],
    { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: target } },
  );
}

/** One font for all text makes pictures the same on every machine; the machine's add the rest. */
function fontSettings(folder: string) {
  const families = ['sans-serif', 'system-ui', 'serif', 'Arial', 'Helvetica'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
${families.map(openSansFor).join('\n')}
</fontconfig>
`;
}

const openSansFor = (family: string) =>
  `  <alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;

function environment(additions: Record<string, string>) {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
  return { ...Object.fromEntries(own), ...additions };
}
