import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';

const unpacking: Record<string, typeof gunzipSync> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** Decompresses the answer's text. */
export function textOf({
  headers,
  body,
  rawPayload,
}: Pick<LightMyRequestResponse, 'headers' | 'body' | 'rawPayload'>): string {
  const unpack = unpacking[String(headers['content-encoding'])];
  return unpack ? unpack(rawPayload).toString() : body;
}
