import { useState } from 'react';
import { formatRange } from '#contract/platform/dates.ts';
import type { PlannedDate } from '#contract/events/series/series.ts';
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
  skipped: SkippedDates;
  onChange: (skipped: SkippedDates) => void;
}

export interface TickProps {
  skipped: SkippedDates;
  onToggle: (date: PlannedDate) => void;
}

const datesShown = 12;
const monthsShown = 4;

/** Previews the dates of a rule in a calendar and a list. Unticked dates are skipped. */
export function PlannedDates({ dates, note, skipped, onChange }: PlannedDatesProps) {
  const [view, setView] = useState<'calendar' | 'list'>('calendar');
  const [all, setAll] = useState(false);
  const months = monthsOf(dates);
  const ticks = {
    skipped,
    onToggle: ({ startTime }: PlannedDate) => onChange(switchDay(skipped, dayIn(startTime))),
  };
  const isLong = view === 'list' ? dates.length > datesShown : months.length > monthsShown;
  return (
    <div className="grid min-w-0 gap-5">
      <Holidays {...{ dates, skipped, onChange }} />
      <p role="status" className="font-semibold">
        {summaryOf(dates, skipped)}
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

function Holidays({ dates, skipped, onChange }: Omit<PlannedDatesProps, 'note'>) {
  const isThere = dates.some(({ bankHoliday }) => bankHoliday);
  if (!isThere && skipped.holidaysOf === '') return null;
  return (
    <Field
      label="Bank holidays"
      optional
      hint="Unticked dates are left out. Tick one to put it back."
    >
      {(control) => (
        <NativeSelect
          {...control}
          value={skipped.holidaysOf}
          onChange={({ target }) => {
            const holidaysOf = nations.find((nation) => nation === target.value) ?? '';
            // Holidays that were put back belong to the nation chosen before.
            onChange({ holidaysOf, switched: notHolidays(dates, skipped) });
          }}
        >
          <option value="">Keep them all</option>
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

function summaryOf(dates: readonly PlannedDate[], skipped: SkippedDates): string {
  const kept = dates.filter((date) => !isSkipped(date, skipped));
  const last = kept.at(-1);
  if (!last) return 'No dates left. Please tick at least one.';
  const out = dates.length - kept.length;
  return [
    kept.length === 1 ? '1 date' : `${kept.length} dates`,
    `the last on ${fullDay(last.startTime)}`,
    ...(out > 0 ? [`${out} left out`] : []),
  ].join(', ');
}

const List = ({ dates, skipped, onToggle }: TickProps & { dates: readonly PlannedDate[] }) => (
  <ul className="grid gap-3">
    {dates.map((date) => (
      <li key={date.startTime}>
        <Checkbox
          label={fullDay(date.startTime)}
          description={remarkOn(date)}
          checked={!isSkipped(date, skipped)}
          onChange={() => onToggle(date)}
        />
      </li>
    ))}
  </ul>
);

/** The date's bank holiday, and why the rule moved it, if it did. */
export const remarkOn = ({ bankHoliday, note }: PlannedDate) =>
  [bankHoliday, note].filter(Boolean).join('. ') || undefined;
