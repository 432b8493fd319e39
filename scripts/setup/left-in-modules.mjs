/**
 * Packages that the built server loads from node_modules: they have compiled code, or find data by
 * their own path.
 */
export const leftInModules = [
  '@electric-sql/pglite',
  '@fontsource/bricolage-grotesque',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'satori',
  'sharp',
];
