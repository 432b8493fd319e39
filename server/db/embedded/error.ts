/** Says in one sentence why the embedded database cannot be used, and what to do about it. */
export class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}
