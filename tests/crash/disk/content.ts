type Part = { offset: number; bytes: Buffer } | { length: number };

/** Disks write a block of this size wholly or not at all. */
const blockBytes = 4096;

/** A file's contents: the synced part, and writes since. */
export class Content {
  readonly #synced = new Bytes();
  #unsynced: Part[] = [];

  write(offset: number, bytes: Buffer): void {
    this.#unsynced.push({ offset, bytes });
  }

  resize(length: number): void {
    this.#unsynced.push({ length });
  }

  settle(): void {
    for (const part of this.#unsynced) this.#synced.apply(part);
    this.#unsynced = [];
  }

  /** Returns the synced part, and the unsynced blocks that `kept` selects. */
  after(isKept: () => boolean): Buffer {
    const bytes = this.#synced.copy();
    for (const part of this.#unsynced.flatMap(blocksOf)) if (isKept()) bytes.apply(part);
    return bytes.view();
  }
}

function blocksOf(part: Part): Part[] {
  if ('length' in part) return [part];
  const blocks: Part[] = [];
  for (let from = 0; from < part.bytes.length;) {
    const offset = part.offset + from;
    const to = from + blockBytes - (offset % blockBytes);
    blocks.push({ offset, bytes: part.bytes.subarray(from, to) });
    from = to;
  }
  return blocks;
}

/** A buffer that grows with writes; a gap reads as zeros. */
class Bytes {
  #memory: Buffer = Buffer.alloc(0);
  #length = 0;

  view(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  copy(): Bytes {
    const copy = new Bytes();
    copy.apply({ offset: 0, bytes: this.view() });
    return copy;
  }

  apply(part: Part): void {
    if ('length' in part) return this.#resize(part.length);
    const end = part.offset + part.bytes.length;
    if (end > this.#length) this.#resize(end);
    this.#memory.set(part.bytes, part.offset);
  }

  #resize(length: number): void {
    if (length > this.#memory.length) {
      const larger = Buffer.alloc(Math.max(length, this.#memory.length * 2));
      larger.set(this.view());
      this.#memory = larger;
    }
    if (length < this.#length) this.#memory.fill(0, length, this.#length);
    this.#length = length;
  }
}
