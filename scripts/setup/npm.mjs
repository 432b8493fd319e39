import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment, runOrThrow } from './command.mjs';
import { setupFolder } from './paths.mjs';

const onWindows = process.platform === 'win32';

/**
 * Runs an npm command in a folder under the given Node. The flags override the user's npm settings:
 * no package here needs an install script, and the lockfile is mandatory.
 */
export function npm(sentence, nodePath, folder, words) {
  const { command, args, shell } = npmUnder(nodePath);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--package-lock'];
  return runOrThrow(sentence, command, [...args, ...words, ...flags], {
    cwd: folder,
    shell,
    env: { ...childEnvironment(nodePath), ...cacheSetting() },
  });
}

/** Returns the npm that runs this process, or the one on the PATH. */
function npmUnder(nodePath) {
  const cli = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(cli)) return { command: nodePath, args: [cli], shell: false };
  return { command: 'npm', args: [], shell: onWindows };
}

/** npm fails without a cache it can write: a user without a home, or a cache left by root. */
function cacheSetting() {
  const cache = process.env.npm_config_cache;
  if (cache === undefined || isWritable(cache)) return {};
  return { npm_config_cache: join(setupFolder, 'npm-cache') };
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
