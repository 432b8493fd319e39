import { formatRange } from '#contract/platform/dates.ts';

interface EventTimesProps {
  event: { startTime: string; endTime: string | null };
}

/** Splits a range over midnight into its two ends, which may wrap onto separate lines. */
const endsOf = (range: string) => range.replace(/– (?=\D)/, '–\n').split('\n');

/**
 * Shows when an event is. The line wraps only between the date and the hours. The dot between them
 * is clipped when the hours wrap.
 */
export const EventTimes = ({ event: { startTime, endTime } }: EventTimesProps) => (
  <time dateTime={startTime} className="block min-w-0 overflow-x-clip">
    {endsOf(formatRange(startTime, endTime)).map((end) => (
      <span key={end} className="-ml-[0.9em] flex flex-wrap">
        {end.split(' • ').map((piece, index) => (
          <span key={piece} className="relative pl-[0.9em]">
            {index > 0 && <span className="absolute left-0 w-[0.9em] text-center"> • </span>}
            {piece}
          </span>
        ))}{' '}
      </span>
    ))}
  </time>
);
