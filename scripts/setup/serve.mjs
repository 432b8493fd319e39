import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from './command.mjs';
import { startedByNpm } from './orphan.mjs';
import { inRoot, root } from './paths.mjs';

const onWindows = process.platform === 'win32';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const endWithParent = pathToFileURL(inRoot('scripts', 'setup', 'end-with-parent.mjs')).href;

/** Returns freed memory to the system instead of keeping it for each thread (glibc). */
const frugal = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Bounds the memory for young objects (MB), which V8 otherwise lets grow under load and keeps. */
const youngObjects = ['--max-semi-space-size=16'];

/** Runs a program of the project: this process becomes it, or lives as long as it does. */
export function serve(nodePath, script, nodeEnv) {
  const env = { ...frugal, ...childEnvironment(nodePath, nodeEnv) };
  const args = [...youngObjects, inRoot(script), ...process.argv.slice(2)];
  const watching = ['--import', endWithParent, ...args];
  process.chdir(root);
  if (process.execve === undefined || onWindows) runAsChild(nodePath, watching, env);
  // Started by hand rather than by npm, it may well outlive the shell.
  else process.execve(nodePath, [nodePath, ...(startedByNpm ? watching : args)], env);
}

/**
 * The child leads its own session, so that Ctrl-C in a terminal reaches it once, from here. The
 * channel between the two ends it if this process dies silently.
 */
function runAsChild(nodePath, args, env) {
  const child = spawn(nodePath, args, {
    env,
    detached: !onWindows,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of signals) {
    process.removeAllListeners(signal);
    // A signal sent to a child on Windows ends it at once; Ctrl-C there reaches it by itself.
    process.on(signal, () => onWindows || child.kill(signal));
  }
  child.on('error', (error) => {
    throw error;
  });
  child.on('exit', leaveAs);
}

function leaveAs(code, signal) {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
