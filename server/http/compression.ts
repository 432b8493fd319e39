import { constants } from 'node:zlib';

const common = { threshold: 1024, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] };

/**
 * For an answer made for one person. A better quality would save a tenth of its bytes and take three times as
 * long; a window larger than the answer would only have to be cleared.
 */
export const lightly = {
  ...common,
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  },
  zlibOptions: { level: 1 },
};

/** For pages: they are larger, and what the first paint waits for. */
export const thoroughly = {
  ...common,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};
