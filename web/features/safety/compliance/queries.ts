import type { DocumentName, DocumentState } from '#contract/safety/compliance.ts';
import { pages, prefetch, query } from '#web/platform/data/queries.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';

export const documentsQuery = () => query('GET /api/admin/papers');

export const documentQuery = (paper: DocumentName) =>
  query('GET /api/admin/papers/:paper', { params: { paper } });

export const versionPages = (paper: DocumentName) =>
  pages('GET /api/admin/papers/:paper/versions', { params: { paper }, query: { limit: 20 } });

export const versionQuery = (paper: DocumentName, version: number | string) =>
  query('GET /api/admin/papers/:paper/versions/:version', { params: { paper, version } });

/** Reads the document's name from the path. The API answers 404 to an unknown name. */
export const documentIn = (params: LoadContext['params']) =>
  (params['paper'] ?? '') as DocumentName;

export const loadDocument = ({ client, params }: LoadContext) =>
  prefetch(client, [documentQuery(documentIn(params)), versionPages(documentIn(params))]);

export const loadVersion = ({ client, params }: LoadContext) =>
  prefetch(client, [versionQuery(documentIn(params), params['version'] ?? '')]);

/** Prefetches the latest version of each document that has one. */
export async function loadPack({ client }: LoadContext): Promise<void> {
  await prefetch(client, [documentsQuery()]);
  const papers = client.getQueryData(documentsQuery().queryKey) ?? [];
  await prefetch(
    client,
    papers.flatMap(({ paper, latest }) => (latest ? [versionQuery(paper, latest.version)] : [])),
  );
}

export const stateBadges: Record<
  DocumentState,
  { label: string; tone: 'good' | 'neutral' | 'accent' }
> = {
  not_begun: { label: 'Not begun', tone: 'neutral' },
  complete: { label: 'Complete', tone: 'good' },
  due: { label: 'Due for review', tone: 'accent' },
  changed: { label: 'Settings have changed', tone: 'accent' },
};
