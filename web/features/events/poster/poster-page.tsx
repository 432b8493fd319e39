import { Link, useSearch } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { codeOf, Sheet, type Poster } from './sheet.tsx';

const posterSizes = ['a4', 'a5'] as const;
const withSize = (search: URLSearchParams, size: string) =>
  new URLSearchParams([...search].filter(([name]) => name !== 'size').concat([['size', size]]));

/** A poster as it prints on A4 or A5, and its QR code to download. */
export function PosterPage({ poster, back }: { poster: Poster; back: string }) {
  const search = new URLSearchParams(useSearch());
  const size = search.get('size') === 'a5' ? 'a5' : 'a4';
  return (
    <>
      <PageHeading
        className="mt-10 mb-6 print:hidden"
        title="Print a poster"
        lead={`For ${poster.title}. Its code leads a phone to the page.`}
      />
      <div className="mb-8 flex flex-wrap items-center gap-3 print:hidden">
        <Button className="needs-script" onClick={() => window.print()}>
          Print
        </Button>
        <nav aria-label="Size of the paper" className="flex gap-2">
          {posterSizes.map((each) => (
            <Link
              key={each}
              href={`${paths.poster(poster.path)}?${withSize(search, each)}`}
              replace
              aria-current={each === size ? 'true' : undefined}
              className={buttonClass({ variant: each === size ? 'quiet' : 'outline' })}
            >
              {each.toUpperCase()}
            </Link>
          ))}
        </nav>
        <a
          href={codeOf(poster.leadsTo)}
          download="qr.svg"
          className={buttonClass({ variant: 'outline' })}
        >
          Download the code
        </a>
        <ButtonLink href={poster.path} variant="ghost" label={back} />
      </div>
      {/* A file, since the content policy lets no style attribute count. */}
      <link rel="stylesheet" href="/poster.css" />
      <div className={`paper ${size}`}>
        <Sheet poster={poster} as="h2" className="flex grow" />
      </div>
    </>
  );
}
