import { useId, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Columns, plain, Rows, type Point, type Series } from './analytics-chart.tsx';
import { saveCsv } from '#web/features/operations/admin/save-csv.ts';

interface FigureProps {
  title: string;
  /** The question that the chart answers, or what it counts. */
  lead: ReactNode;
  kind: 'columns' | 'rows';
  /** Header of the label column: 'Week of', 'Town'. */
  labelled: string;
  points: readonly Point[];
  series: readonly Series[];
  /** Columns that only the table has. */
  more?: readonly Pick<Series, 'key' | 'label'>[];
  format?: (value: number) => string;
  empty: string;
  className?: string;
}

/** Shows a chart, with its data as a table and as a file. */
export function Figure({ title, lead, empty, className, ...chart }: FigureProps) {
  const id = useId();
  const { kind, points, series } = chart;
  const anything = points.some((point) => series.some(({ key }) => point[key]));
  const Chart = kind === 'columns' ? Columns : Rows;
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex min-w-0 flex-col rounded-card bg-card p-4 forced-colors:border sm:p-5',
        className,
      )}
    >
      <h3 id={id} className="text-xl">
        {title}
      </h3>
      <p className="mt-0.5 mb-4 text-sm text-muted">{lead}</p>
      {anything ? (
        <>
          <div className="mb-3">
            <Chart points={points} series={series} format={chart.format} />
          </div>
          <Numbers title={title} {...chart} />
        </>
      ) : (
        <p className="py-10 text-center text-muted">{empty}</p>
      )}
    </section>
  );
}

type NumbersProps = Omit<FigureProps, 'lead' | 'empty' | 'kind' | 'className'>;

const none: NonNullable<FigureProps['more']> = [];

function Numbers({ title, labelled, points, series, more = none, format = plain }: NumbersProps) {
  const columns = [...series, ...more];
  const header = [labelled, ...columns.map(({ label }) => label)];
  const save = () =>
    saveCsv(`${title.toLowerCase().replace(/[^a-z]+/g, '-')}.csv`, [
      header,
      ...points.map((point) => [point.label, ...columns.map(({ key }) => point[key] ?? null)]),
    ]);
  return (
    <details className="mt-auto border-t border-line pt-2">
      <summary className="-ml-1 inline-flex min-h-11 items-center rounded-card px-1 font-display font-semibold text-primary hover:underline">
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-left">
          <tr>
            {header.map((name, index) => (
              <th key={name} scope="col" className={cx('p-2', index > 0 && 'text-right')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label} className="border-t border-line">
              <th scope="row" className="p-2 text-left font-normal">
                {point.label}
              </th>
              {columns.map(({ key }) => (
                <td key={key} className="p-2 text-right tabular-nums">
                  {inWords(point[key], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2">
        <Button variant="quiet" size="sm" onClick={save} aria-label={`Download ${title} as CSV`}>
          Download CSV
        </Button>
      </p>
    </details>
  );
}

const inWords = (value: Point[string] | undefined, format: (value: number) => string) =>
  typeof value === 'number' ? format(value) : (value ?? '–');
