/** Packages the built server takes from node_modules: with compiled code beside them, or data they look for by their own place. */
export const leftInModules = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'satori',
  'sharp',
];
