import type { ComplianceDocument } from '#contract/safety/compliance.ts';
import { Notice } from '#web/ui/notice.tsx';

const why = {
  due: 'The latest version is a year old',
  changed: 'A setting has changed what this document says',
};

/** Says why a document needs a review, with the lines that would be different today. */
export function DocumentChanges({ paper: { state, changes } }: { paper: ComplianceDocument }) {
  if (state !== 'due' && state !== 'changed') return null;
  return (
    <Notice tone="accent" className="mb-6" title={why[state]}>
      <p>Read it through, correct any answers that have changed, and save it.</p>
      {changes.map(({ section, was, now }) => (
        <div key={section} className="mt-3">
          <h2 className="font-display text-base font-semibold">{section}</h2>
          <ul className="mt-1 flex flex-col gap-1 text-sm">
            {was.map((line) => (
              <li key={`was ${line}`} className="wrap-anywhere">
                <span className="sr-only">Before: </span>
                <del className="decoration-danger-ink">{line}</del>
              </li>
            ))}
            {now.map((line) => (
              <li key={`now ${line}`} className="wrap-anywhere">
                <span className="sr-only">Now: </span>
                <ins className="font-semibold no-underline">{line}</ins>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  );
}
