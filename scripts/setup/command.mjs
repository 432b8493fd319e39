import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startedByNpm, whenOrphaned } from './orphan.mjs';
import { root } from './paths.mjs';
import { SetupError } from './report.mjs';

const tailLines = 30;
// The variables npm sets about the current run; a nested npm must not read them as its own.
const ofTheOuterNpm = /^npm_(lifecycle_|package_|command$|config_(local|global)_prefix$)/i;

/** Makes a child's environment: the given Node first on the PATH, and NODE_ENV only as passed. */
export function childEnvironment(nodePath, nodeEnv) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ofTheOuterNpm.test(name)),
  );
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[pathName] = [dirname(nodePath), env[pathName]].filter(Boolean).join(delimiter);
  delete env.NODE_ENV;
  if (nodeEnv !== undefined) env.NODE_ENV = nodeEnv;
  return env;
}

const running = new Set();
const groups = new WeakSet();

/** Sends a signal to a command, and to its whole group where it leads one. */
export function endGroup(child, signal) {
  if (!groups.has(child)) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The last of the group has just ended.
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Makes a signal, or npm's end, end this process and its children. */
function endWithChildren() {
  const end = (signal) => {
    for (const child of running) endGroup(child, signal);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  if (startedByNpm) whenOrphaned(() => end('SIGTERM'));
}

/** Runs a command to its end; returns its exit code (128 where a signal ended it). */
export function run(command, args, options = {}) {
  return start(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).ended;
}

/** Like `run`, but also returns the command's output. */
export async function capture(command, args, options = {}) {
  const { child, ended } = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  const code = await ended;
  return { code, output };
}

/** Starts a command; as the leader of a `group`, it can be ended together with its children. */
export function start(command, args, { group = false, ...options }) {
  const detached = group && process.platform !== 'win32';
  const child = spawn(command, args, { cwd: root, windowsHide: true, detached, ...options });
  if (detached) groups.add(child);
  running.add(child);
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 128));
  });
  return { child, ended: ended.finally(() => running.delete(child)) };
}

/** Like `capture`, but a failure throws the sentence and the end of the output. */
export async function runOrThrow(sentence, command, args, options) {
  const { code, output } = await capture(command, args, options).catch((error) => {
    throw new SetupError(`${sentence}\n${error.message}`);
  });
  if (code !== 0) throw new SetupError(`${sentence}\n${tail(output)}`);
  return output;
}

const tail = (output) =>
  stripVTControlCharacters(output).trimEnd().split('\n').slice(-tailLines).join('\n');

/** Runs a command's main function; a failure ends the process with a non-zero code. */
export async function runMain(main) {
  endWithChildren();
  try {
    await main();
  } catch (error) {
    console.error(error instanceof SetupError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
