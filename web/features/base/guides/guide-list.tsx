import { Link } from 'wouter';
import { guidePath, guides } from '#contract/base/guides.ts';
import { ArrowRight } from '#web/ui/icons.tsx';
import type { FoundGuide } from './guide-texts.ts';

/** Lists guides, each with a line of what it is about. */
export const GuideList = ({ found }: { found: readonly FoundGuide[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {found.map(({ name, line }) => (
      <li
        key={name}
        className="group relative flex gap-3 rounded-card bg-card px-5 py-4 forced-colors:border"
      >
        <div className="min-w-0 grow">
          <h3 className="text-xl">
            <Link
              href={guidePath(name)}
              className="decoration-accent decoration-3 underline-offset-3 outline-none group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
            >
              {guides[name].title}
            </Link>
          </h3>
          <p className="mt-1 text-muted">{guides[name].about}</p>
          {line && (
            <p className="mt-2 border-s-4 border-accent ps-3 text-sm wrap-anywhere">{line}</p>
          )}
        </div>
        <ArrowRight className="mt-1.5 size-5 shrink-0 text-accent-ink" />
      </li>
    ))}
  </ul>
);
