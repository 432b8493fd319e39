import { legalPages } from '#contract/platform/paths.ts';
import { prefetch } from '#web/platform/data/queries.ts';
import { screen } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';
import { legalText, legalTitles } from './queries.ts';

/** The legal pages as everybody reads them. */
export const legalTextPages: readonly Page[] = legalPages.map((page) => ({
  path: `/${page}`,
  module: './features/base/legal/legal-page.tsx',
  head: screen(legalTitles[page]),
  load: ({ client }) => prefetch(client, [legalText(page)]),
}));
