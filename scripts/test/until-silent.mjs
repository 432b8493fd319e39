import { endGroup, start } from '../setup/command.mjs';

/** The longest silence of a step; a time limit would measure the machine as much as the tests. */
const patience = Number(process.env.TEST_SILENCE_SECONDS ?? 600) * 1000;

/** The time a process has to end before it is killed. */
const grace = Math.min(10_000, patience);

export const silence = `Nothing was heard of it for ${patience / 1000} seconds.`;

/** Runs a command until it ends, or writes nothing for a long time; passes its output to `write`. */
export async function runUntilSilent(command, args, { write = () => {}, ...options }) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const { child, ended } = start(command, args, { stdio, ...options, group: true });
  let output = '';
  let silent = false;
  let last;
  const end = () => {
    silent = true;
    endGroup(child, 'SIGINT');
    last = setTimeout(endGroup, grace, child, 'SIGKILL');
  };
  const waiting = setTimeout(end, patience);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      write(chunk);
      if (!silent) waiting.refresh();
    });
  }
  const code = await ended.finally(() => {
    clearTimeout(waiting);
    clearTimeout(last);
  });
  return { code, output, silent };
}
