/** Keeps its thread from everything, time limits among it, without work for the processor. */
export function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
