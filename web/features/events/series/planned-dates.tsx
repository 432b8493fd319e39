import { monthName } from '#web/features/events/month/month-words.ts';
import { useState } from 'react';
import { formatRange } from '#contract/platform/dates.ts';
import type { PlannedDate } from '#contract/events/series/series.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { dayIn, isSkipped, nations, switchDay, type SkippedDates } from './skipped-dates.ts';
import { weekdayNames, weekdays } from '#contract/events/series/recurrence.ts';
import { cx } from '#web/ui/cx.ts';
import { Options } from '#web/ui/options.tsx';

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
    <SelectField
      label="Bank holidays"
      optional
      hint="Unticked dates are left out. Tick one to put it back."
      value={skipped.holidaysOf}
      onChange={({ target }) => {
        const holidaysOf = nations.find((nation) => nation === target.value) ?? '';
        // Holidays that were put back belong to the nation chosen before.
        onChange({ holidaysOf, switched: notHolidays(dates, skipped) });
      }}
    >
      <option value="">Keep them all</option>
      <Options of={nations.map((nation) => [nation, `Leave out those of ${nation}`])} />
    </SelectField>
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

interface Month {
  /** 'January 2027' */
  name: string;
  /** '2027-01' */
  key: string;
  dates: readonly PlannedDate[];
}

/** Groups dates by month, in order. Months without dates are left out. */
function monthsOf(dates: readonly PlannedDate[]): Month[] {
  const byMonth = Map.groupBy(dates, ({ startTime }) => dayIn(startTime).slice(0, 7));
  return [...byMonth].map(([key, own]) => ({ key, name: monthName(key), dates: own }));
}

interface Cell {
  /** Day of the month; below 1 or above its length for days of other months. */
  day: number;
  isOfMonth: boolean;
}

/** Returns the weeks of a month, from Monday. */
function weeksOf(key: string): Cell[][] {
  const [year = 0, month = 0] = key.split('-').map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const rows = Math.ceil((before + length) / 7);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 7 }, (__, column) => {
      const day = row * 7 + column - before + 1;
      return { day, isOfMonth: day >= 1 && day <= length };
    }),
  );
}

interface MonthCalendarProps {
  month: Month;
  skipped: SkippedDates;
  onToggle: (date: PlannedDate) => void;
}

/** Shows a month with a checkbox on each date, and notes below. */
function MonthCalendar({ month, skipped, onToggle }: MonthCalendarProps) {
  const byDay = new Map(month.dates.map((date) => [Number(dayIn(date.startTime).slice(8)), date]));
  return (
    <div className="min-w-0">
      <table
        style={{ tableLayout: 'fixed' }}
        className="w-full border-separate [border-spacing:0_--spacing(1)] text-center tabular-nums"
      >
        <caption className="mb-1.5 text-left font-display text-lg font-bold">{month.name}</caption>
        <thead>
          <tr className="text-sm text-muted">
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={weekdayNames[day]} className="font-normal">
                {weekdayNames[day].slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month.key).map((cells) => (
            <tr key={cells[0]?.day}>
              {cells.map(({ day, isOfMonth }) => {
                const date = byDay.get(day);
                return (
                  <td key={day}>
                    {date ? (
                      <Day {...{ date, day, onToggle }} isOut={isSkipped(date, skipped)} />
                    ) : (
                      isOfMonth && <span className="text-sm text-muted">{day}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Remarks month={month} />
    </div>
  );
}

interface DayProps {
  date: PlannedDate;
  day: number;
  isOut: boolean;
  onToggle: (date: PlannedDate) => void;
}

const Day = ({ date, day, isOut, onToggle }: DayProps) => (
  <label
    className={cx(
      'flex flex-col items-center rounded-card border-2 py-1 font-semibold has-checked:border-primary has-checked:bg-primary-soft',
      date.bankHoliday ? 'border-accent' : 'border-edge',
    )}
  >
    <span aria-hidden="true">{day}</span>
    <input
      type="checkbox"
      className="tick size-5"
      aria-label={[formatRange(date.startTime, null), date.bankHoliday].filter(Boolean).join(', ')}
      checked={!isOut}
      onChange={() => onToggle(date)}
    />
  </label>
);

function Remarks({ month }: { month: Month }) {
  const remarks = month.dates.filter(({ bankHoliday, note }) => bankHoliday ?? note);
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-sm text-muted">
      {remarks.map(({ startTime, bankHoliday, note }) => (
        <li key={startTime}>
          <span className="font-semibold text-ink">{Number(dayIn(startTime).slice(8))}</span>{' '}
          {[bankHoliday, note].filter(Boolean).join('. ')}
        </li>
      ))}
    </ul>
  );
}
