interface Entry<Value> {
  value: Value;
  until: number;
}

interface Bounds {
  most: number;
  /** Milliseconds an entry is kept. */
  age: number;
  clock: () => number;
}

/** Keeps what was used last, up to a number and an age. */
export class Recent<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #bounds: Bounds;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (!entry || entry.until <= this.#bounds.clock()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    const { most, age, clock } = this.#bounds;
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: clock() + age });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > most && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/** What takes a while is done once for all who ask while it is recent; what failed is done again. */
export async function once<Value>(
  recent: Recent<Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = recent.get(key);
  if (known) return known;
  const made = make();
  recent.set(key, made);
  made.catch(() => recent.delete(key));
  return made;
}
