import type { Debian } from './debian.ts';

/** One thing that an operator does, done here with the servers that an operator has. */
export interface Row {
  /** The word by which it is asked for. */
  name: string;
  /** What is done, as the table has it. */
  title: string;
  /** Debian's packages that its programs come from; with none it needs no Debian. */
  packages: readonly string[];
  /** Why it can't be done on this machine, where that is so. */
  hindrance?: () => string | undefined;
  /** Answers its figures; what it throws is its failure. */
  run: (stage: Stage) => Promise<string>;
}

/** What a row is handed; all of it is gone once the row is over, however that ends. */
export interface Stage {
  /** A Debian with the row's packages. */
  debian: Debian;
  /** An empty folder, at the same path for Debian's programs, which every user may enter. */
  folder: string;
  say: (line: string) => void;
  /** What is to be ended or taken away when the row is over; the last first. */
  after: (clean: () => unknown) => void;
}
