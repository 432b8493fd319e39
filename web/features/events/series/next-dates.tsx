import { Link } from 'wouter';
import { formatMoment } from '#contract/platform/dates.ts';
import type { OfSeries } from './series-words.ts';
import { paths } from '#contract/platform/paths.ts';

/** Shows how a series repeats, and its next dates after the one shown. */
export default function NextDates({ series }: { series: OfSeries }) {
  const { text, next = [] } = series;
  return (
    <div className="mt-2 rounded-card bg-sunken px-4 py-3 text-sm">
      <p className="font-semibold">{text}</p>
      {next.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>Then</span>
          {next.map(({ id, startTime }) => (
            <Link key={id} href={paths.event(id)} className="link whitespace-nowrap">
              <time dateTime={startTime}>{formatMoment(startTime).split(' • ')[0]}</time>
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
