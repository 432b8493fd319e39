import { type OfSeries, seriesWords } from './series-words.ts';
import { Repeat } from './repeat-sign.tsx';

/** Which date of its series an event is, below its times. */
const SeriesLine = ({ series }: { series: OfSeries }) => (
  <p className="mt-1 flex items-start gap-2">
    <Repeat className="mt-1 size-5 shrink-0 text-accent-ink" />
    {seriesWords(series)}
  </p>
);

export default SeriesLine;
