import { readFileSync } from 'node:fs';

/**
 * For processes that use the embedded engine briefly: V8 would spend a third of their time on
 * optimising it.
 */
export const shortLivedFlags = ['--liftoff-only'];

let program: Promise<WebAssembly.Module> | undefined;

/**
 * V8 reuses compiled code while somebody holds the same bytes, so this keeps the engine's from here
 * on.
 */
export function keepEngineCompiled(): Promise<WebAssembly.Module> {
  program ??= WebAssembly.compile(
    readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  );
  return program;
}
