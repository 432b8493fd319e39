import { useState } from 'react';
import { formatRange } from '#contract/platform/dates.ts';
import type { PlannedDate } from '#contract/events/series.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { Field, NativeSelect } from '#web/ui/field.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { dayIn, isSkipped, nations, switchDay, type SkippedDates } from './skipped-dates.ts';
import { MonthCalendar, monthsOf } from './month-calendar.tsx';

interface PlannedDatesProps {
  dates: readonly PlannedDate[];
  note?: string | undefined;
  leftOut: SkippedDates;
  onChange: (leftOut: SkippedDates) => void;
}

export interface TickProps {
  leftOut: SkippedDates;
  onSwitch: (date: PlannedDate) => void;
}

const datesShown = 12;
const monthsShown = 4;

/** Previews the dates of a rule, each with a tick, in a list and on a calendar. */
export function PlannedDates({ dates, note, leftOut, onChange }: PlannedDatesProps) {
  const [view, setView] = useState<'calendar' | 'list'>('calendar');
  const [all, setAll] = useState(false);
  const months = monthsOf(dates);
  const ticks = {
    leftOut,
    onSwitch: ({ startTime }: PlannedDate) => onChange(switchDay(leftOut, dayIn(startTime))),
  };
  const isLong = view === 'list' ? dates.length > datesShown : months.length > monthsShown;
  return (
    <div className="grid min-w-0 gap-5">
      <Holidays {...{ dates, leftOut, onChange }} />
      <p role="status" className="font-semibold">
        {summaryOf(dates, leftOut)}
      </p>
      {note && <Notice>{note}</Notice>}
      <Tabs
        label="The dates"
        value={view}
        onValueChange={setView}
        items={[
          {
            value: 'calendar',
            label: 'Calendar',
            content: (
              <div className="grid gap-6 sm:grid-cols-2">
                {months.slice(0, all ? undefined : monthsShown).map((month) => (
                  <MonthCalendar key={month.name} month={month} {...ticks} />
                ))}
              </div>
            ),
          },
          {
            value: 'list',
            label: 'List',
            content: <List dates={all ? dates : dates.slice(0, datesShown)} {...ticks} />,
          },
        ]}
      />
      {isLong && !all && (
        <Button variant="outline" className="justify-self-start" onClick={() => setAll(true)}>
          Show all {dates.length} dates
        </Button>
      )}
    </div>
  );
}

function Holidays({ dates, leftOut, onChange }: Omit<PlannedDatesProps, 'note'>) {
  const isThere = dates.some(({ bankHoliday }) => bankHoliday);
  if (!isThere && leftOut.holidaysOf === '') return null;
  return (
    <Field
      label="Bank Holidays"
      optional
      hint="Those that are left out have no tick below; put one back by its tick."
    >
      {(control) => (
        <NativeSelect
          {...control}
          value={leftOut.holidaysOf}
          onChange={({ target }) => {
            const holidaysOf = nations.find((nation) => nation === target.value) ?? '';
            // A date that was put back by hand belonged to the other country's holidays.
            onChange({ holidaysOf, switched: notHolidays(dates, leftOut) });
          }}
        >
          <option value="">Leave none out</option>
          {nations.map((nation) => (
            <option key={nation} value={nation}>
              Leave out those of {nation}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

const notHolidays = (dates: readonly PlannedDate[], { switched }: SkippedDates) => {
  const holidays = dates.filter(({ bankHoliday }) => bankHoliday);
  const days = new Set(holidays.map(({ startTime }) => dayIn(startTime)));
  return switched.filter((day) => !days.has(day));
};

const fullDay = (when: string) => formatRange(when, null).split(' • ')[0] ?? '';

function summaryOf(dates: readonly PlannedDate[], leftOut: SkippedDates): string {
  const kept = dates.filter((date) => !isSkipped(date, leftOut));
  const last = kept.at(-1);
  if (!last) return 'No date is left. Please tick one at least.';
  const out = dates.length - kept.length;
  return [
    kept.length === 1 ? '1 date' : `${kept.length} dates`,
    `the last on ${fullDay(last.startTime)}`,
    ...(out > 0 ? [`${out} left out`] : []),
  ].join(', ');
}

const List = ({ dates, leftOut, onSwitch }: TickProps & { dates: readonly PlannedDate[] }) => (
  <ul className="grid gap-3">
    {dates.map((date) => (
      <li key={date.startTime}>
        <Checkbox
          label={fullDay(date.startTime)}
          description={remarkOn(date)}
          checked={!isSkipped(date, leftOut)}
          onChange={() => onSwitch(date)}
        />
      </li>
    ))}
  </ul>
);

/** Its bank holiday, and why it isn't where the rule puts it. */
export const remarkOn = ({ bankHoliday, note }: PlannedDate) =>
  [bankHoliday, note].filter(Boolean).join('. ') || undefined;
