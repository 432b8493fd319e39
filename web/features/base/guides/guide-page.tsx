import { Link, useLocation } from 'wouter';
import { Children, isValidElement, type ComponentProps } from 'react';
import {
  guideNames,
  guidePath,
  guidePicture,
  guidePicturePath,
  guides,
  type GuideName,
} from '#contract/base/guides.ts';
import { helpPath } from '#contract/platform/paths.ts';
import { mailtoLink } from '#contract/platform/links.ts';
import { Markdown, sectionsOf, type Section } from '#web/features/base/legal/markdown.tsx';
import { OnThisPage } from '#web/features/base/legal/on-this-page.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { guideText } from './guide-texts.ts';

const rowClass = 'link inline-flex min-h-11 items-center';

/** Returns the guide whose page is at this path. */
const guideAt = (path: string): GuideName =>
  guideNames.find((name) => guidePath(name) === path.replace(/\/$/, '')) ?? 'first-event';

export default function GuidePage() {
  const [path] = useLocation();
  const name = guideAt(path);
  const { title, about } = guides[name];
  const text = guideText(name);
  const sections = sectionsOf(text);
  return (
    <article>
      <PageHeading
        className="mt-10 mb-8 print:mt-0 print:[&_a]:hidden"
        title={title}
        lead={about}
        back={{ href: helpPath, label: 'All guides' }}
        actions={
          <Button
            variant="outline"
            className="needs-script max-sm:hidden"
            onClick={() => window.print()}
          >
            Print this guide
          </Button>
        }
      />
      <SectionLinks sections={sections} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,68ch)_1fr]">
        <div className="print:[&_h2]:break-after-avoid">
          <Picture name={name} />
          <Markdown text={text} parts={{ ol: Steps, strong: Label }} />
        </div>
        <div className="rounded-card bg-card p-5 max-lg:max-w-[68ch] lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto print:hidden">
          <OnThisPage sections={sections} />
          <OtherGuides name={name} />
          <StillStuck />
        </div>
      </div>
    </article>
  );
}

/** Stands in for the list beside the text, for which a small screen has no room. */
const SectionLinks = ({ sections }: { sections: Section[] }) => (
  <nav aria-label="On this page" className="mb-6 lg:hidden print:hidden">
    <ul className="flex flex-wrap gap-2">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Shows the screen that the guide is about. The steps say all that it shows. */
const Picture = ({ name }: { name: GuideName }) => (
  <picture className="max-sm:hidden print:hidden">
    <source media="(prefers-color-scheme: dark)" srcSet={guidePicturePath(name, 'dark')} />
    <img
      src={guidePicturePath(name, 'light')}
      alt=""
      {...guidePicture}
      className="mb-8 h-auto w-full rounded-card border border-line"
    />
  </picture>
);

const OtherGuides = ({ name }: { name: GuideName }) => (
  <nav aria-label="Other guides">
    <h2 className="text-xl">Other guides</h2>
    <ul className="mt-2">
      {guideNames
        .filter((other) => other !== name && guides[other].reader === guides[name].reader)
        .map((other) => (
          <li key={other}>
            <Link href={guidePath(other)} className={rowClass}>
              {guides[other].title}
            </Link>
          </li>
        ))}
    </ul>
  </nav>
);

function StillStuck() {
  const { supportEmail } = useSite();
  return (
    <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
      Still stuck? Write to{' '}
      <a href={mailtoLink(supportEmail)} className="link wrap-anywhere">
        {supportEmail}
      </a>
      .
    </p>
  );
}

/** Numbers steps as the start page does, in place of the list's own numbers and indentation. */
const Steps = ({ children }: ComponentProps<'ol'>) => (
  <ol className="flex flex-col gap-1 px-0">
    {Children.map(children, (item, index) =>
      isValidElement<ComponentProps<'li'>>(item) ? (
        <li className="flex break-inside-avoid gap-4">
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-card bg-accent font-display text-lg font-bold text-on-accent"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-1">{item.props.children}</div>
        </li>
      ) : (
        item
      ),
    )}
  </ol>
);

/** Frames the words that stand on a button or beside a field. */
const Label = ({ children }: ComponentProps<'strong'>) => (
  <strong className="rounded-card bg-sunken px-1 py-0.5 font-display font-semibold">
    {children}
  </strong>
);
