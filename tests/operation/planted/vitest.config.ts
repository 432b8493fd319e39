import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'planted',
    dir: import.meta.dirname,
    include: [process.env['PLANTED'] ?? 'vitest.planted.ts'],
    maxWorkers: 1,
    fileParallelism: false,
  },
});
