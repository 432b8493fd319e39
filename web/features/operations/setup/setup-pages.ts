import { adminPaths } from '#contract/operations/admin-paths.ts';
import { privately } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';

export const setupPages: readonly Page[] = [
  {
    path: adminPaths.setup,
    module: './features/operations/setup/setup-page.tsx',
    head: privately('Set up the site'),
    load: async (context) => (await import('./queries.ts')).loadSetup(context),
  },
];
