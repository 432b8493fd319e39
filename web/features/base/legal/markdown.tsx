import { Markdown as Renderer, slugify, type MarkdownToJSX } from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';

const allowedHref = /^(https?:|mailto:|tel:|\/(?![/\\])|#)/i;

/** Allows links to pages, email addresses and phone numbers; any other link loses its address. */
const safeAddress = (address: string) => (allowedHref.test(address.trim()) ? address.trim() : null);

/** Renders a first-level heading as second level, because the page has its own. */
const Heading = ({ children, id }: ComponentProps<'h2'>) => <h2 id={id}>{children}</h2>;

const Picture = ({ alt }: ComponentProps<'img'>) => <>{alt}</>;

const idOf = (prefix: string) => (text: string) => `${prefix}-${slugify(text)}`;
const textId = idOf('text');

export interface Section {
  id: string;
  title: string;
}

/** Returns the second-level headings of a text, for a table of contents. */
export const sectionsOf = (text: string): Section[] =>
  [...text.matchAll(/^## (.+)$/gm)]
    .map(([, heading = '']) => titleIn(heading))
    .map((title) => ({ id: textId(title), title }));

/** Strips the closing number signs that Markdown allows after a heading. */
function titleIn(heading: string): string {
  const characters = [...heading.trim()];
  const last = characters.findLastIndex((character) => character !== '#');
  return characters
    .slice(0, last + 1)
    .join('')
    .trim();
}

const markdownOptions = {
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  sanitizer: safeAddress,
  slugify: textId,
  forceBlock: true,
  overrides: { h1: Heading, img: Picture },
} as const;

const markdownClass =
  'max-w-[68ch] wrap-anywhere [&>div>:first-child]:mt-0 [&_a]:link [&_h2]:mt-10 [&_h2]:mb-3 [&_h2]:text-2xl [&_h3]:mt-6 [&_h3]:mb-2 [&_h3]:text-xl ' +
  '[&_p]:my-4 [&_ul]:my-4 [&_ul]:list-disc [&_ul]:ps-6 [&_ol]:my-4 [&_ol]:list-decimal [&_ol]:ps-6 [&_li]:my-1.5 [&_li>p]:my-1 ' +
  // On a phone each table row is a block, with its cells one under another.
  'max-sm:[&_thead]:sr-only max-sm:[&_tr]:block max-sm:[&_tr]:border-b max-sm:[&_tr]:border-line max-sm:[&_tr]:py-2 max-sm:[&_td]:block ' +
  'max-sm:[&_td]:py-1 max-sm:[&_td:first-child]:font-semibold sm:[&_td]:border-b sm:[&_td]:border-line ' +
  '[&_table]:my-4 [&_table]:w-full [&_table]:text-sm [&_th]:border-b-2 [&_th]:border-edge [&_th]:p-2.5 [&_th]:text-start ' +
  '[&_th]:font-display [&_td:first-child]:ps-0 [&_th:first-child]:ps-0 max-sm:[&_td]:ps-0! [&_td]:p-2.5 [&_td]:align-top [&_td]:wrap-normal [&_td]:text-pretty [&_td:first-child]:text-balance [&_th]:wrap-normal ' +
  '[&_code]:rounded-[calc(var(--radius-card)/2)] [&_td_code]:whitespace-nowrap [&_code]:box-decoration-clone [&_code]:bg-sunken [&_code]:px-1 [&_code]:py-0.5 [&_code]:text-[0.9em] ' +
  '[&_pre]:overflow-x-auto [&_blockquote]:border-s-4 [&_blockquote]:border-accent [&_blockquote]:ps-4 [&_hr]:my-8 [&_hr]:border-line';

interface MarkdownProps {
  text: string;
  /** Keeps heading ids apart where a page has several texts. */
  prefix?: string | undefined;
  /** Components for some elements. */
  parts?: MarkdownToJSX.Overrides;
}

/**
 * Renders Markdown, also an operator's. Raw HTML shows as text, and links lead to pages and email
 * addresses only.
 */
export const Markdown = ({ text, prefix, parts }: MarkdownProps) => (
  <div dir="auto" className={markdownClass}>
    <Renderer
      options={{
        ...markdownOptions,
        ...(prefix && { slugify: idOf(prefix) }),
        overrides: { ...markdownOptions.overrides, ...parts },
      }}
    >
      {text}
    </Renderer>
  </div>
);
