import { minute } from '#contract/platform/durations.ts';
import {
  momentOf,
  readLondonInput,
  wallTimeOf,
  type Oddity,
  type WallTime,
} from '#contract/platform/london-time.ts';

type Verb = 'starts' | 'ends';

/** Says what becomes of a time that London's clocks skip or show twice. */
export function oddText(oddity: Oddity, verb: Verb, { time }: WallTime, moment: Date): string {
  const meant = clockText(time);
  return oddity === 'skipped'
    ? `The clocks go forward past ${meant} that night, so it ${verb} at ${clockText(wallTimeOf(moment).time)}.`
    : `The clocks go back that night and show ${meant} twice; it ${verb} the first time.`;
}

/** Says the same of the value of a `datetime-local` field; undefined for any other time. */
export function oddInputText(value: string, verb: Verb): string | undefined {
  const wall = readLondonInput(value);
  if (!wall) return undefined;
  const { moment, oddity } = momentOf(wall);
  return oddity && oddText(oddity, verb, wall, moment);
}

/** '1:30 AM' */
export function clockText(time: number): string {
  const minutes = Math.floor(time / minute);
  const hours = Math.floor(minutes / 60);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${half}`;
}
