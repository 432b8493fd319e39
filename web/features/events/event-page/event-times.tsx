import { formatRange } from '#contract/platform/dates.ts';

interface EventTimesProps {
  event: { startTime: string; endTime: string | null };
}

/** Both ends of one that runs over midnight stand apart, where the line has no room for both. */
const endsOf = (range: string) => range.replace(/– (?=\D)/, '–\n').split('\n');

/**
 * When an event is. Date and hours are each kept together: where they don't fit beside each other the hours go
 * below, and the dot between the two hangs out of the line, where it is cut off.
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
