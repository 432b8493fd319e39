import { describe, expect, it } from 'vitest';
import { csvOf } from './analytics-csv.ts';

describe('a chart’s figures as a file', () => {
  it('are rows of comma-separated values, quoted where they have to be', () => {
    expect(csvOf(['Town', 'People'], [['Ross, "on" Wye', 12]])).toBe(
      'Town,People\r\n"Ross, ""on"" Wye",12\r\n',
    );
  });

  it.each(['=1+1', '+44', '-2', '@SUM(A1)', '\t=1', '\r=1'])(
    'hold %j as text, never as a formula',
    (name) => {
      expect(csvOf(['Name'], [[name]])).toMatch(/^Name\r\n"?'/);
    },
  );

  it('leave negative numbers and missing values as they are', () => {
    expect(csvOf(['a', 'b'], [[-2, null]])).toBe('a,b\r\n-2,\r\n');
  });
});
