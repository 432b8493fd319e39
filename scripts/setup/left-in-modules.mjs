/**
 * Packages that the built server loads from node_modules: they have compiled code, find data by
 * their own path, or need their modules to run in the order of their imports.
 */
export const leftInModules = [
  '@electric-sql/pglite',
  '@fontsource/bricolage-grotesque',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  '@simplewebauthn/server',
  'satori',
  'sharp',
];
