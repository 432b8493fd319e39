import { readFileSync } from 'node:fs';

/** One call that changed the data folder; paths are relative to it. */
export type Operation =
  | { op: 'start' }
  | { op: 'open'; fd: number; path: string; create: boolean; truncate: boolean }
  | { op: 'close' | 'sync'; fd: number }
  | { op: 'write'; fd: number; offset: number }
  | { op: 'resize'; fd: number; length: number }
  | { op: 'put' | 'directory' | 'remove'; path: string }
  | { op: 'move'; path: string; to: string };

export interface Entry {
  operation: Operation;
  bytes: Buffer;
  /** Where the entry ends in the journal. */
  end: number;
}

const headBytes = 8;

export function encodeEntry(operation: Operation, bytes: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(operation));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, text, bytes]);
}

export function* readJournal(path: string): Generator<Entry> {
  const journal = readFileSync(path);
  for (let at = 0; at < journal.length;) {
    const text = at + headBytes;
    const bytes = text + journal.readUInt32LE(at);
    const end = bytes + journal.readUInt32LE(at + 4);
    const operation = JSON.parse(journal.toString('utf8', text, bytes)) as Operation;
    yield { operation, bytes: journal.subarray(bytes, end), end };
    at = end;
  }
}
