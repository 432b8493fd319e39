import { type OfSeries, seriesWords } from './series-words.ts';
import { Repeat } from './repeat-sign.tsx';

/** Shows how the series repeats and which of its dates this is. */
const SeriesLine = ({ series }: { series: OfSeries }) => (
  <p className="mt-1 flex items-start gap-2">
    <Repeat className="mt-1 size-5 shrink-0 text-accent-ink" />
    {seriesWords(series)}
  </p>
);

export default SeriesLine;
