import { setFlagsFromString } from 'node:v8';

/** PostgreSQL's parser takes and returns addresses in its memory. */
export interface ParserModule {
  _pgl_startPGlite: () => void;
  _raw_parser: (text: number, mode: number) => number;
  onRuntimeInitialized?: () => void;
  stackSave: () => number;
  stackRestore: (pointer: number) => void;
  stringToUTF8OnStack: (text: string) => number;
}

/**
 * Leaves PostgreSQL's parser as V8 first compiles it. The parser is one function of 100 KB. V8's
 * optimising compiler would treat it as hot after a few statements and use 600 MB for a second,
 * with no gain in speed. V8 has no option to exclude a function. It inserts the code that counts
 * calls when a function first runs, and a flag limits that code to one function: under that flag,
 * the parser runs for the first time.
 */
export function leaveParserAsItIs(module: ParserModule): void {
  const before = module.onRuntimeInitialized;
  module.onRuntimeInitialized = () => {
    before?.();
    const start = module._pgl_startPGlite;
    module._pgl_startPGlite = () => {
      start();
      parseNothing(module);
    };
  };
}

function parseNothing(module: ParserModule): void {
  const stack = module.stackSave();
  setFlagsFromString('--wasm-tier-up-filter=0');
  try {
    module._raw_parser(module.stringToUTF8OnStack(';'), 0);
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
    module.stackRestore(stack);
  }
}
