import { Link } from 'wouter';
import { guidePath, guides, type GuideName } from '#contract/base/guides.ts';

/** Links a screen to the guide about it: 'Guide: Your first event'. */
export const GuideLink = ({ guide }: { guide: GuideName }) => (
  <Link
    href={guidePath(guide)}
    className="link inline-flex min-h-9 items-center text-sm print:hidden"
  >
    Guide: {guides[guide].title}
  </Link>
);

/** Links a screen to several guides, beside each other where there is room. */
export const GuideLinks = ({ of }: { of: readonly GuideName[] }) => (
  <p className="flex flex-wrap gap-x-5">
    {of.map((guide) => (
      <GuideLink key={guide} guide={guide} />
    ))}
  </p>
);
