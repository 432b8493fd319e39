import { cx } from './cx.ts';

const swag = { width: 240, flags: 8, sag: 22 };
const flagColours = ['fill-flag-1', 'fill-flag-2', 'fill-flag-4', 'fill-flag-3'];

interface BuntingProps {
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The number of swags side by side; any that don't fit are cut off. */
  swags?: number | undefined;
  className?: string | undefined;
}

const heightClasses = { sm: 'h-6', md: 'h-10', lg: 'h-16' };

/** Returns the string's drop at a point between two nails, from 0 to 1. */
const dropAt = (along: number) => swag.sag * 4 * along * (1 - along);
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

function flagPath(swagIndex: number, flag: number): string {
  const step = 1 / swag.flags;
  const from = (flag + 0.14) * step;
  const to = (flag + 0.86) * step;
  const left = swagIndex * swag.width;
  const x1 = left + from * swag.width;
  const x2 = left + to * swag.width;
  const y1 = dropAt(from) + 3;
  const y2 = dropAt(to) + 3;
  const tilt = (y2 - y1) * 0.6;
  return `M${roundToTenth(x1)} ${roundToTenth(y1)}L${roundToTenth(x2)} ${roundToTenth(y2)}L${roundToTenth((x1 + x2) / 2 - tilt)} ${roundToTenth((y1 + y2) / 2 + 26)}Z`;
}

export function Bunting({ size = 'md', swags = 1, className }: BuntingProps) {
  const width = swag.width * swags;
  const paths = flagColours.map((colour, index) => ({
    colour,
    d: Array.from({ length: swags * swag.flags }, (_, flag) => flag)
      .filter((flag) => flag % flagColours.length === index)
      .map((flag) => flagPath(Math.floor(flag / swag.flags), flag % swag.flags))
      .join(''),
  }));
  const string = Array.from(
    { length: swags },
    (_, index) => `${index === 0 ? 'M0 3' : ''}q${swag.width / 2} ${swag.sag * 2} ${swag.width} 0`,
  ).join('');
  return (
    <svg
      viewBox={`0 0 ${width} 54`}
      aria-hidden="true"
      className={cx('block w-auto max-w-none shrink-0', heightClasses[size], className)}
    >
      {paths.map(({ colour, d }) => (
        <path key={colour} d={d} className={colour} />
      ))}
      <path d={string} fill="none" strokeWidth="2" className="stroke-string" />
    </svg>
  );
}
