/** Lets one caller through at a time, in order of arrival. */
export class ConnectionQueue {
  #taken = false;
  #waiting: (() => void)[] = [];

  /** Waits for its turn and returns the function that ends it; null after a timeout. */
  async enter(patienceMs: number): Promise<(() => void) | null> {
    if (this.#taken && !(await this.#turn(patienceMs))) return null;
    this.#taken = true;
    return () => this.#leave();
  }

  #turn(patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== go);
        resolve(false);
      }, patienceMs);
      this.#waiting.push(go);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
