import { readFileSync } from 'node:fs';

/**
 * For processes that open the embedded engine for a moment: V8 would spend a third of their time on making it quicker.
 */
export const forAMoment = ['--liftoff-only'];

let program: Promise<WebAssembly.Module> | undefined;

/** V8 compiles the same bytes once for as long as somebody holds them: the embedded engine's are, from here on. */
export function holdEngineProgram(): Promise<WebAssembly.Module> {
  program ??= WebAssembly.compile(
    readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  );
  return program;
}
