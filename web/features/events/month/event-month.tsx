import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { dateOf, daysOfMonth } from '#contract/platform/days.ts';
import { paths } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ArrowLeft, ArrowRight } from '#web/ui/icons.tsx';
import { LoadFailure } from '#web/platform/lists/load-failure.tsx';
import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { monthQuery } from './queries.ts';
import { monthName, monthsAfter, dayName } from './month-words.ts';
import { NextDate } from './next-date.tsx';
import { monthPath, dayPath } from './view-paths.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import type { MonthDay, MonthEvent } from '#contract/events/event-month.ts';
import { monthDay } from '#contract/platform/limits.ts';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { placeInWeek } from './spans.ts';

/** Shows a month's events, day by day. */
export default function EventMonth({ filters }: { filters: EventFilters }) {
  const { data, error, isPending, refetch } = useQuery(monthQuery(filters));
  const [now] = useState(() => new Date());
  const today = data?.today ?? dateOf(now);
  const month = filters.month ?? data?.month ?? today.slice(0, 7);
  const isEmpty = data?.days.length === 0;
  return (
    <section aria-labelledby="month">
      <MonthHeading filters={filters} month={month} today={today} follow={!isEmpty} />
      {data || isPending ? (
        <>
          {isEmpty && <EmptyMonth filters={filters} month={month} />}
          <MonthDays filters={filters} month={month} today={today} days={data?.days} />
        </>
      ) : (
        <LoadFailure what="This month" error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

interface HeadingProps {
  filters: EventFilters;
  month: string;
  today: string;
  /** False for months without events, so that search engines stop there. */
  follow: boolean;
}

function MonthHeading({ filters, month, today, follow }: HeadingProps) {
  const step = (label: string, months: number, arrow: ReactNode) => {
    const other = monthsAfter(month, months);
    return (
      other && (
        <Link
          href={monthPath(filters, other)}
          rel={follow ? undefined : 'nofollow'}
          aria-label={`${label}, ${monthName(other)}`}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          {arrow}
        </Link>
      )
    );
  };
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 id="month" aria-live="polite" className="text-2xl sm:text-3xl">
        {monthName(month)}
      </h2>
      <nav aria-label="Months" className="flex gap-2">
        {step('Previous month', -1, <ArrowLeft className="size-5" />)}
        <TodayLink filters={filters} isCurrentMonth={today.startsWith(month)} />
        {step('Next month', 1, <ArrowRight className="size-5" />)}
      </nav>
    </div>
  );
}

/** Links to today on this page if the month is the current one; on a phone it may be far down. */
function TodayLink({
  filters,
  isCurrentMonth,
}: {
  filters: EventFilters;
  isCurrentMonth: boolean;
}) {
  const className = buttonClass({ variant: 'quiet', size: 'sm' });
  return isCurrentMonth ? (
    <a href="#today" className={className}>
      Today
    </a>
  ) : (
    <Link href={monthPath(filters)} className={className}>
      Today
    </Link>
  );
}

function EmptyMonth({ filters, month }: { filters: EventFilters; month: string }) {
  const everything = monthPath({}, filters.month);
  const isNarrowed = monthPath(filters, filters.month) !== everything;
  return (
    <EmptyState
      as="h3"
      className="pt-4 pb-8"
      title={`No events in ${monthName(month)}`}
      hint={
        <NextDate
          filters={filters}
          otherwise={
            isNarrowed ? 'Try another month or change your filters.' : 'Try another month.'
          }
        />
      }
      actions={
        isNarrowed ? (
          <ButtonLink href={everything} variant="outline" label="Clear Filters" />
        ) : (
          <ButtonLink href={paths.events} variant="outline" label="All upcoming events" />
        )
      }
    />
  );
}

interface MonthDaysProps {
  filters: EventFilters;
  month: string;
  today: string;
  /** Undefined while loading. */
  days: MonthDay[] | undefined;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const weekClass = 'md:grid md:grid-cols-7 md:gap-1.5';

/** Shows a calendar grid with weeks from Monday; on a phone, a list of the days with events. */
function MonthDays({ filters, month, today, days }: MonthDaysProps) {
  const dates = daysOfMonth(month);
  const byDate = new Map(days?.map((day) => [day.date, day]));
  return (
    <div aria-busy={!days}>
      {!days && (
        <p role="status" className="sr-only">
          Loading events
        </p>
      )}
      {days?.some(({ date }) => date < today) && month === today.slice(0, 7) && <EarlierDays />}
      <div aria-hidden="true" className={cx('mb-1.5 hidden', weekClass)}>
        {weekdays.map((name) => (
          <span key={name} className="px-2 font-display text-sm font-semibold text-muted">
            {name}
          </span>
        ))}
      </div>
      <ol className={cx('group/month flex flex-col gap-4', weekClass)}>
        {dates.map((date) => (
          <Day
            key={date}
            date={date}
            today={today}
            day={byDate.get(date)}
            filters={filters}
            isLoading={!days}
          />
        ))}
      </ol>
    </div>
  );
}

/**
 * On a phone, the current month starts at today. This reveals earlier days, even without script.
 */
const EarlierDays = () => (
  <details className="peer mb-4 md:hidden">
    <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold link">
      Earlier this month
    </summary>
  </details>
);

interface DayProps {
  date: string;
  today: string;
  day: MonthDay | undefined;
  filters: EventFilters;
  isLoading: boolean;
}

const firstColumn = [
  '',
  'md:col-start-2',
  'md:col-start-3',
  'md:col-start-4',
  'md:col-start-5',
  'md:col-start-6',
  'md:col-start-7',
];

function Day({ date, today, day, filters, isLoading }: DayProps) {
  const isToday = date === today;
  return (
    <li
      id={isToday ? 'today' : undefined}
      aria-current={isToday ? 'date' : undefined}
      className={cx(
        'min-w-0 rounded-card md:min-h-24 md:p-1.5',
        date.endsWith('-01') && firstColumn[placeInWeek(date)],
        !day && !isToday && !isLoading && 'max-md:hidden',
        date < today &&
          today.startsWith(date.slice(0, 7)) &&
          'max-md:in-[.peer:not([open])~ol]:hidden',
        date < today ? 'text-muted md:bg-card/40' : 'md:bg-card',
        isToday && 'md:outline-2 md:-outline-offset-2 md:outline-accent',
      )}
    >
      <DayHeading date={date} isToday={isToday} as={day ? 'h3' : 'p'} />
      {day ? (
        <DayEvents day={day} filters={filters} />
      ) : isLoading ? (
        <Skeleton className="mt-1.5 h-10 md:h-5" />
      ) : (
        isToday && <p className="mt-1 text-muted md:sr-only">Nothing on today.</p>
      )}
    </li>
  );
}

/** Shows the full date in the list, and only the number in the grid. */
function DayHeading({ date, isToday, as: As }: { date: string; isToday: boolean; as: 'h3' | 'p' }) {
  return (
    <As className="font-display font-bold">
      <time dateTime={date} className="md:sr-only">
        {dayName(date)}
      </time>
      {isToday && <span className="max-md:ml-2 max-md:text-accent-ink md:sr-only"> Today</span>}
      <span
        aria-hidden="true"
        className={cx(
          'hidden size-7 place-items-center rounded-full text-sm tabular-nums md:grid',
          isToday && 'bg-accent text-on-accent',
        )}
      >
        {Number(date.slice(-2))}
      </span>
    </As>
  );
}

function DayEvents({ day, filters }: { day: MonthDay; filters: EventFilters }) {
  const shown = day.count > monthDay.shown ? monthDay.shown - 1 : monthDay.shown;
  const more = day.count - shown;
  return (
    <ul className="mt-1.5 grid grid-cols-1 gap-1.5 md:gap-1">
      {day.events.slice(0, shown).map((event) => (
        <li key={event.id} className="min-w-0">
          <Entry event={event} date={day.date} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link href={dayPath(filters, day.date)} className={cx(entryClass, 'font-semibold link')}>
            {more}
            {day.orMore && '+'} more<span className="sr-only"> on {dayName(day.date)}</span>
          </Link>
        </li>
      )}
    </ul>
  );
}

const entryClass = 'block rounded-[0.375rem] py-0.5 max-md:px-3 max-md:py-2 md:px-1 md:text-xs';

/** '3:00 PM' */
const clockOf = (moment: string) => formatMoment(moment).split(' • ')[1];

/** When an event is on, on one of its days. */
function timeOn(date: string, { startTime, endTime }: MonthEvent): string | undefined {
  if (dateOf(new Date(startTime)) === date) return clockOf(startTime);
  return dateOf(new Date(endTime)) === date ? `to ${clockOf(endTime)}` : 'Continues';
}

const Entry = ({ event, date }: { event: MonthEvent; date: string }) => (
  <Link
    href={paths.event(event.id)}
    className={cx(
      entryClass,
      'no-underline enabled-hover:bg-primary-soft max-md:flex max-md:gap-3 max-md:bg-card md:line-clamp-3 lg:line-clamp-2',
    )}
  >
    <time
      dateTime={event.startTime}
      className="shrink-0 tabular-nums text-muted max-md:w-20 max-md:text-sm max-md:leading-6"
    >
      {timeOn(date, event)}
    </time>{' '}
    <span className="min-w-0">
      <span dir="auto" className="font-semibold wrap-anywhere">
        {event.title}
      </span>
      {event.town && <span className="block text-sm text-muted md:hidden">{event.town}</span>}
    </span>
  </Link>
);
