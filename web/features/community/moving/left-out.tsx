import type { LineNote } from '#contract/platform/csv-rows.ts';

/** A page with more notes would be slow to read, in every way. */
const maxNotes = 50;

/** Says of each line of a file that gave nothing why it didn't. */
export function LeftOut({ notes, isOpen = false }: { notes: LineNote[]; isOpen?: boolean }) {
  if (notes.length === 0) return null;
  const inOrder = notes.toSorted((one, other) => one.line - other.line);
  const rest = notes.length - maxNotes;
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        What we left out ({notes.length.toLocaleString('en-GB')})
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {inOrder.slice(0, maxNotes).map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="wrap-anywhere">
            Line {line.toLocaleString('en-GB')}: {reason}
          </li>
        ))}
        {rest > 0 && <li>And {rest.toLocaleString('en-GB')} more</li>}
      </ul>
    </details>
  );
}
