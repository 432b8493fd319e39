import { guideNames, guidePath, guides } from '#contract/base/guides.ts';
import { helpPath } from '#contract/platform/paths.ts';
import { screen } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';

const guidesDescription = 'Short guides for members, organisers and admins, one step at a time.';

/** The list of guides, which is also their search, and a page for each. */
export const guidePages: readonly Page[] = [
  {
    path: helpPath,
    module: './features/base/guides/help-page.tsx',
    head: (context) =>
      screen('Help and guides', guidesDescription, { hidden: context.search.has('q') })(context),
  },
  ...guideNames.map((name) => ({
    path: guidePath(name),
    module: './features/base/guides/guide-page.tsx',
    head: screen(guides[name].title, guides[name].about),
  })),
];
