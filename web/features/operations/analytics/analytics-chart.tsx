import { useSyncExternalStore, type ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

export interface Series {
  key: string;
  label: string;
  colour: string;
}

export type Point = { label: string } & Record<string, string | number | null>;

interface ChartProps {
  points: readonly Point[];
  series: readonly Series[];
  format?: ((value: number) => string) | undefined;
}

const groupedNumber = new Intl.NumberFormat('en-GB');
export const formatNumber = (value: number) => groupedNumber.format(value);

const textStyle = { fill: 'var(--color-muted)', fontSize: 13 };
const chartMargin = { top: 8, right: 8, bottom: 0, left: 0 };

/** Hides the chart from screen readers and the keyboard, which use the table instead. */
function Frame({ height, children }: { height: number; children: ReactNode }) {
  // The server can't measure, and its style attributes wouldn't count: it keeps the room free.
  const measures = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <div aria-hidden="true" className="overflow-hidden text-sm">
      {measures ? (
        <ResponsiveContainer width="100%" height={height}>
          {children}
        </ResponsiveContainer>
      ) : (
        <svg className="block" width="100%" height={height} />
      )}
    </div>
  );
}

const tooltipProps = (format: (value: number) => string) => ({
  cursor: { fill: 'var(--color-sunken)' },
  formatter: (value: unknown) => (typeof value === 'number' ? format(value) : ''),
  separator: ': ',
  isAnimationActive: false,
  contentStyle: {
    background: 'var(--color-card)',
    border: '2px solid var(--color-line)',
    borderRadius: '0.75rem',
  },
  labelStyle: { color: 'var(--color-ink)', fontWeight: 600 },
  itemStyle: { color: 'var(--color-ink)' },
});

/** Shows a bar for each week. Series are stacked, so that half a year fits on a phone. */
export function Columns({ points, series, format = formatNumber }: ChartProps) {
  return (
    <Frame height={240}>
      <BarChart data={[...points]} margin={chartMargin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tick={textStyle}
          tickLine={false}
          tickMargin={6}
          stroke="var(--color-line)"
          minTickGap={28}
        />
        <YAxis
          tick={textStyle}
          tickLine={false}
          axisLine={false}
          width={48}
          allowDecimals={false}
          tickFormatter={format}
        />
        <Tooltip {...tooltipProps(format)} />
        {series.length > 1 && (
          <Legend
            itemSorter={null}
            formatter={(name: string) => <span className="text-ink">{name}</span>}
          />
        )}
        {series.map(({ key, label, colour }, index) => (
          <Bar
            key={key}
            stackId="week"
            dataKey={key}
            name={label}
            fill={colour}
            radius={index === series.length - 1 ? [3, 3, 0, 0] : 0}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Frame>
  );
}

const rowHeight = 34;

/** Shows named horizontal bars. */
export function Rows({ points, series, format = formatNumber }: ChartProps) {
  return (
    <Frame height={points.length * rowHeight + 36}>
      <BarChart
        data={[...points]}
        layout="vertical"
        margin={chartMargin}
        accessibilityLayer={false}
      >
        <CartesianGrid horizontal={false} stroke="var(--color-line)" />
        <XAxis
          type="number"
          tick={textStyle}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickCount={4}
          tickFormatter={format}
        />
        <YAxis
          type="category"
          dataKey="label"
          tick={textStyle}
          tickLine={false}
          stroke="var(--color-line)"
          width={132}
          interval={0}
        />
        <Tooltip {...tooltipProps(format)} />
        {series.map(({ key, label, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={colour}
            radius={[0, 3, 3, 0]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Frame>
  );
}
