import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Environment = Record<string, string | undefined>;

/** Returns the setting that names a file with this secret. */
export const fileSetting = (name: string): string => `${name}_FILE`;

/**
 * Reads secrets from the files that the environment names, so that process and container listings
 * don't show them.
 * @throws ConfigError
 */
export function withFiles(environment: Environment, secrets: readonly string[]): Environment {
  const read = secrets.flatMap((name) => {
    const file = environment[fileSetting(name)]?.trim();
    if (!file) return [];
    if (environment[name]?.trim()) {
      throw new ConfigError(`${name} and ${fileSetting(name)} are both set. Unset one of them.`);
    }
    return [[name, contentOf(file, fileSetting(name))] as const];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function contentOf(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `${setting} names a file that can't be read (${reason}). Check the path and its permissions.`,
    );
  }
}
