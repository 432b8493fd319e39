import { statSync } from 'node:fs';
import { endGroup, start } from '../setup/command.mjs';

/** The longest silence of a step; a time limit would measure the machine as much as the tests. */
const patience = Number(process.env.TEST_SILENCE_SECONDS ?? 300) * 1000;

/** The time a process has to end before it is killed. */
const grace = Math.min(10_000, patience);

/** Runs a command whose reporters write `progress`, until it ends or falls silent. */
export async function runUntilSilent(command, args, { progress, ...options }) {
  const stdio = ['ignore', 'inherit', 'inherit'];
  const { child, ended } = start(command, args, { stdio, ...options, group: true });
  const size = () => statSync(progress, { throwIfNoEntry: false })?.size ?? 0;
  const silent = await endIfSilent(child, ended, size);
  return { code: await ended, silent };
}

/** Runs a command and captures its output, which also counts as its progress. */
export async function captureUntilSilent(command, args, options) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const { child, ended } = start(command, args, { stdio, ...options, group: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  const silent = await endIfSilent(child, ended, () => output.length);
  return { code: await ended, output, silent };
}

export const silence = `Nothing was heard of it for ${patience / 1000} seconds.`;

/** Ends the command and its children once its output stops growing; returns whether it did. */
async function endIfSilent(child, ended, heard) {
  let size = 0;
  let since = performance.now();
  let silent = false;
  let last;
  const listen = setInterval(
    () => {
      const now = heard();
      if (now !== size) [size, since] = [now, performance.now()];
      if (silent || performance.now() - since < patience) return;
      silent = true;
      endGroup(child, 'SIGINT');
      last = setTimeout(endGroup, grace, child, 'SIGKILL');
    },
    Math.min(1000, patience / 5),
  );
  await ended.catch(() => {});
  clearInterval(listen);
  clearTimeout(last);
  return silent;
}
