import { readFileSync } from 'node:fs';
import { projectFile } from '#platform/process/files.ts';
import { legalPages } from '#contract/platform/paths.ts';
import type { LegalPage } from '#contract/base/settings.ts';

const read = (page: LegalPage) =>
  readFileSync(projectFile(`server/features/base/legal/texts/${page}.md`), 'utf8').trim();

const texts = new Map(legalPages.map((page) => [page, read(page)]));

/** Returns a legal page's built-in text. */
export const comesWith = (page: LegalPage): string => texts.get(page) ?? '';
