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
 * Leaves PostgreSQL's parser as V8 first compiles it. It is one function of 100 KB, at which V8's optimising compiler takes
 * 600 MB for a second, and it is taken for hot at the first statements; parsing is no quicker for it.
 *
 * V8 has no word for that. It counts how hot a function is by code it puts into it when the function is first called, and
 * by a flag puts that into one function alone: under that flag, the parser is first called.
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
