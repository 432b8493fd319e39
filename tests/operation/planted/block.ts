/** Blocks its thread, time limits included, without using the processor. */
export function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
