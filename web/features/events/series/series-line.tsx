import { type OfSeries, seriesWords } from './series-words.ts';

/** Shows how the series repeats and which of its dates this is. */
const SeriesLine = ({ series }: { series: OfSeries }) => (
  <p className="mt-1 flex items-start gap-2">
    <Repeat className="mt-1 size-5 shrink-0 text-accent-ink" />
    {seriesWords(series)}
  </p>
);

export default SeriesLine;
/** An icon of two arrows in a loop. */
const Repeat = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={className}
  >
    <path d="m17 2 4 4-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4 4-4M21 13v1a4 4 0 0 1-4 4H3" />
  </svg>
);
