import { hostname } from 'node:os';
import { format } from 'node:util';
import { errorInLog } from '#platform/http/log.ts';

/** The level numbers of the request log. */
const pinoLevels = { info: 30, warn: 40, error: 50, fatal: 60 };

type Level = keyof typeof pinoLevels;

function writeLine(level: Level, about: object, msg: string): void {
  const of = { level: pinoLevels[level], time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...of, ...about, msg })}\n`);
}

/** Turns words printed by libraries and Node.js into JSON lines like those of the log. */
export function logAsJson(): void {
  const lines =
    (level: Level) =>
    (first: unknown, ...rest: unknown[]) => {
      if (first instanceof Error)
        writeLine(level, { err: errorInLog(first) }, 'something went wrong');
      else writeLine(level, {}, format(first, ...rest));
    };
  console.log = lines('info');
  console.info = lines('info');
  console.warn = lines('warn');
  console.error = lines('error');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => writeLine('warn', { err: errorInLog(warning) }, warning.name));
  process.on('uncaughtException', (error) => {
    writeLine(
      'fatal',
      { err: errorInLog(error) },
      'the process ends by an error that nobody expected',
    );
    process.exit(1);
  });
}
