import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { DocumentName } from '#contract/safety/compliance.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { signedBy } from './document-text.tsx';
import { versionPages } from './queries.ts';

export function DocumentVersions({ paper }: { paper: DocumentName }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    versionPages(paper),
  );
  return (
    <SettingsSection
      id="versions"
      title="Versions"
      lead="Nobody can change or delete a saved version."
    >
      <ul aria-label="Versions" className="flex flex-col">
        {data?.pages
          .flatMap(({ items }) => items)
          .map((version) => (
            <li key={version.version}>
              <Link
                href={adminPaths.paperVersion(paper, version.version)}
                className="link inline-flex min-h-11 items-center"
              >
                {signedBy(version)}
              </Link>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <LoadMore
          className="mt-4"
          label="Load older versions"
          busy={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
    </SettingsSection>
  );
}
