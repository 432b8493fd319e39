import { privately } from '#web/platform/head/head.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';

const queries = () => import('./queries.ts');

/**
 * The pages of the documents below the admins' Safety tab. The pack comes first, because its path
 * could be a document's name.
 */
export const documentPages: readonly Page[] = [
  {
    path: '/admin/papers/print',
    module: './features/safety/compliance/pack-page.tsx',
    guard: 'admin',
    head: privately('The Operator’s Pack'),
    load: async (context: LoadContext) => (await queries()).loadPack(context),
  },
  {
    path: '/admin/papers/:paper',
    module: './features/safety/compliance/document-page.tsx',
    guard: 'admin',
    head: privately('Paper'),
    load: async (context: LoadContext) => (await queries()).loadDocument(context),
  },
  {
    path: '/admin/papers/:paper/:version',
    module: './features/safety/compliance/version-page.tsx',
    guard: 'admin',
    head: privately('Paper'),
    load: async (context: LoadContext) => (await queries()).loadVersion(context),
  },
];
