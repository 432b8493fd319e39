import type { Section } from './markdown.tsx';

/** Links to the sections of a text, beside it on a wide screen. */
export const OnThisPage = ({ sections }: { sections: Section[] }) => (
  <nav aria-label="On this page" className="mb-6 border-b border-line pb-4 max-lg:hidden">
    <h2 className="text-xl">On this page</h2>
    <ul className="mt-3 flex flex-col gap-1.5">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            dir="auto"
            className="inline-block py-0.5 text-muted hover:text-ink hover:underline"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
