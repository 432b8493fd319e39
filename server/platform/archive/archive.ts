import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { byteOrderMark, csvLines, type Cell } from '#contract/platform/csv.ts';

export type Row = Record<string, Cell>;

/** A zip file that is sent while it is written, piece by piece. */
export class Archive {
  readonly #zip: Zip;
  readonly #made: Date;
  #ready: Uint8Array[] = [];

  constructor(made: Date) {
    this.#made = made;
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#ready.push(chunk);
    });
  }

  /** Takes the chunks that are ready to send. */
  take(): Uint8Array[] {
    const chunks = this.#ready;
    this.#ready = [];
    return chunks;
  }

  /** Adds a text file that is written bit by bit. */
  text(name: string): { write: (text: string) => void; end: () => void } {
    // Without `mem` each file takes 2 MB, and the garbage of an export stops the process for long.
    const file = this.#add(new ZipDeflate(name, { level: 6, mem: 4 }));
    return {
      write: (text) => file.push(Buffer.from(text)),
      end: () => file.push(new Uint8Array(), true),
    };
  }

  /** Adds a file that is compressed already. */
  picture(name: string, bytes: Uint8Array): void {
    this.#add(new ZipPassThrough(name)).push(bytes, true);
  }

  /** Writes the rows both as `name.json` and as `name.csv`. */
  table(name: string): { write: (rows: readonly Row[]) => void; end: () => void } {
    const [json, csv] = [this.text(`${name}.json`), this.text(`${name}.csv`)];
    csv.write(byteOrderMark);
    let started = false;
    const write = (row: Row) => {
      json.write(`${started ? ',\n' : '[\n'}  ${JSON.stringify(row)}`);
      if (!started) csv.write(csvLines([Object.keys(row)]));
      csv.write(csvLines([Object.values(row)]));
      started = true;
    };
    return {
      write: (rows) => rows.forEach(write),
      end: () => {
        json.write(started ? '\n]\n' : '[]\n');
        json.end();
        csv.end();
      },
    };
  }

  end(): void {
    this.#zip.end();
  }

  #add<File extends ZipDeflate | ZipPassThrough>(file: File): File {
    file.mtime = this.#made;
    this.#zip.add(file);
    return file;
  }
}
