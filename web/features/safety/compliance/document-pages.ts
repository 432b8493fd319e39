import { privately } from '#web/platform/head/head.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';

const loadQueries = () => import('./queries.ts');

/**
 * Pages of the compliance documents, linked from the admins' Safety tab. The pack's path comes
 * first, because it also matches a document's path.
 */
export const documentPages: readonly Page[] = [
  {
    path: '/admin/papers/print',
    module: './features/safety/compliance/pack-page.tsx',
    guard: 'admin',
    head: privately('The operator’s pack'),
    load: async (context: LoadContext) => (await loadQueries()).loadPack(context),
  },
  {
    path: '/admin/papers/:paper',
    module: './features/safety/compliance/document-page.tsx',
    guard: 'admin',
    head: privately('Compliance document'),
    load: async (context: LoadContext) => (await loadQueries()).loadDocument(context),
  },
  {
    path: '/admin/papers/:paper/:version',
    module: './features/safety/compliance/version-page.tsx',
    guard: 'admin',
    head: privately('Compliance document'),
    load: async (context: LoadContext) => (await loadQueries()).loadVersion(context),
  },
];
