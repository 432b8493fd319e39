import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Content } from './content.ts';
import type { Entry, Operation } from './journal.ts';

/** A power cut's effect on unsynced writes: a choice for each part. */
export interface Chance {
  /** Whether this unsynced part of a file reached the disk anyway. */
  part: () => boolean;
  /**
   * How many of a number of unsynced renames reached the disk; the file system keeps their order.
   */
  names: (count: number) => number;
}

export const nothing: Chance = { part: () => false, names: () => 0 };
export const everything: Chance = { part: () => true, names: (count) => count };

type Node = Content | 'directory';
type Names = Map<string, Node>;

interface Change {
  /** The names it changes; their directories must be synced for the change to last. */
  paths: string[];
  /** The file or directory that gets its first name. */
  made: string | undefined;
  apply: (names: Names) => void;
}

/**
 * A disk that keeps only what it guarantees: the synced content of files and the synced names of
 * directories. Syncing a new file also makes its own name last, and a name lasts with its parents,
 * as in every journaling file system.
 */
export class Disk {
  readonly #names: Names = new Map();
  readonly #lasting: Names = new Map();
  readonly #forgets: () => boolean;
  #changes: Change[] = [];
  #open = new Map<number, { path: string; node: Node }>();

  /** @param forgets whether a sync is lost, to prove that a check notices */
  constructor(forgets: () => boolean = () => false) {
    this.#forgets = forgets;
    for (const names of [this.#names, this.#lasting]) names.set('', 'directory');
  }

  apply({ operation, bytes }: Entry): void {
    switch (operation.op) {
      case 'start':
        this.#open = new Map();
        return;
      case 'open':
        return this.#openFile(operation);
      case 'close':
        this.#open.delete(operation.fd);
        return;
      case 'sync':
        return this.#sync(operation.fd);
      case 'write':
        return this.#file(operation.fd).write(operation.offset, bytes);
      case 'resize':
        return this.#file(operation.fd).resize(operation.length);
      case 'put': {
        const content = this.#make(operation.path);
        content.resize(0);
        return content.write(0, bytes);
      }
      case 'directory': {
        const { path } = operation;
        if (this.#names.has(path)) return;
        return this.#change([path], path, (names) => names.set(path, 'directory'));
      }
      case 'remove':
        return this.#change([operation.path], undefined, (names) => take(names, operation.path));
      case 'move': {
        const { path, to } = operation;
        return this.#change([path, to], undefined, (names) => {
          const moved = take(names, path);
          take(names, to);
          for (const [name, node] of moved) names.set(to + name.slice(path.length), node);
        });
      }
    }
  }

  /** Writes the state after a power cut at this moment into a new folder. */
  saveTo(folder: string, chance: Chance): void {
    const names = new Map(this.#lasting);
    const keptChanges = this.#changes.slice(0, chance.names(this.#changes.length));
    for (const { apply } of keptChanges) apply(names);
    mkdirSync(folder, { mode: 0o700 });
    for (const [path, node] of names) {
      const target = join(folder, path);
      mkdirSync(node === 'directory' ? target : dirname(target), { recursive: true, mode: 0o700 });
      if (node !== 'directory') writeFileSync(target, node.after(chance.part));
    }
  }

  #openFile({ fd, path, create, truncate }: Extract<Operation, { op: 'open' }>): void {
    const node = create && !this.#names.has(path) ? this.#make(path) : this.#names.get(path);
    if (!node) throw new Error(`${path} was opened and is not known`);
    if (truncate && node !== 'directory') node.resize(0);
    this.#open.set(fd, { path, node });
  }

  #file(fd: number): Content {
    const node = this.#open.get(fd)?.node;
    if (!(node instanceof Content)) throw new Error(`${fd} is not an open file`);
    return node;
  }

  #make(path: string): Content {
    const known = this.#names.get(path);
    if (known instanceof Content) return known;
    const content = new Content();
    this.#change([path], path, (names) => names.set(path, content));
    return content;
  }

  #change(paths: string[], made: string | undefined, apply: (names: Names) => void): void {
    apply(this.#names);
    this.#changes.push({ paths, made, apply });
  }

  #sync(fd: number): void {
    const opened = this.#open.get(fd);
    if (!opened) throw new Error(`${fd} is not open`);
    if (this.#forgets()) return;
    const { path, node } = opened;
    if (node === 'directory') {
      return this.#settle(({ paths }) => paths.some((name) => folderOf(name) === path));
    }
    node.settle();
    if (this.#names.get(path) === node) this.#settle(({ made }) => made === path);
  }

  /** A change lasts only with earlier changes to its name and to its parents. */
  #settle(lasts: (change: Change) => boolean): void {
    const settled: Change[] = [];
    for (const change of this.#changes.toReversed()) {
      const isNeeded = settled.some((later) => areRelated(later.paths, change.paths));
      if (isNeeded || lasts(change)) settled.unshift(change);
    }
    const done = new Set(settled);
    this.#changes = this.#changes.filter((change) => !done.has(change));
    for (const { apply } of settled) apply(this.#lasting);
  }
}

const folderOf = (path: string) => (path.includes('/') ? dirname(path) : '');

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const areRelated = (some: string[], others: string[]) =>
  some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));

/** Removes a name and everything below it. */
function take(names: Names, path: string): [string, Node][] {
  const taken = [...names].filter(([name]) => isWithin(name, path));
  for (const [name] of taken) names.delete(name);
  return taken;
}
