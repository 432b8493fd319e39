import type { Debian } from './debian.ts';

/** One task of an operator, done here with an operator's servers. */
export interface Row {
  /** The name that selects it. */
  name: string;
  /** The row's title, as in the table. */
  title: string;
  /** The Debian packages of its programs; without any it needs no Debian. */
  packages: readonly string[];
  /** The reason why this machine can't do it, if any. */
  hindrance?: () => string | undefined;
  /** Returns its figures; an error is its failure. */
  run: (stage: Stage) => Promise<string>;
}

/** The resources of a row, all released once the row is over, however it ends. */
export interface Stage {
  /** A Debian with the row's packages. */
  debian: Debian;
  /** An empty folder, at the same path for Debian's programs, which every user may enter. */
  folder: string;
  say: (line: string) => void;
  /** Registers a clean-up for the end of the row; the last registered runs first. */
  after: (clean: () => unknown) => void;
}
