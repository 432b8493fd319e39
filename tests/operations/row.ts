import type { Debian } from './debian.ts';

/** One thing that an operator does, done here with the servers that an operator has. */
export interface Row {
  /** The word by which it is asked for. */
  name: string;
  /** The row's title, as in the table. */
  title: string;
  /** Debian's packages that its programs come from; with none it needs no Debian. */
  packages: readonly string[];
  /** Why it can't be done on this machine, where that is so. */
  hindrance?: () => string | undefined;
  /** Answers its figures; what it throws is its failure. */
  run: (stage: Stage) => Promise<string>;
}

/** The resources of a row. All of them are released once the row is over, however it ends. */
export interface Stage {
  /** A Debian with the row's packages. */
  debian: Debian;
  /** An empty folder, at the same path for Debian's programs, which every user may enter. */
  folder: string;
  say: (line: string) => void;
  /** Registers a clean-up for the end of the row; they run last first. */
  after: (clean: () => unknown) => void;
}
