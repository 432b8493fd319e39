import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface IconProps {
  className?: string | undefined;
}

/**
 * Icons in the style of the icon library. The library's runtime adds 2 kB, which the first load of
 * a public page avoids. Hidden from screen readers.
 */
const icon = (drawing: ReactNode) =>
  function Icon({ className }: IconProps) {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('icon', className ?? 'size-6')}>
        {drawing}
      </svg>
    );
  };

export const ArrowLeft = icon(<path d="M19 12H5M12 19l-7-7 7-7" />);
export const ArrowRight = icon(<path d="M5 12h14M12 5l7 7-7 7" />);
export const CalendarDays = icon(
  <path d="M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01" />,
);
export const CalendarPlus = icon(
  <path d="M16 18h6M19 15v6M16 2v3M8 2v3M3 9h18M21 11.5V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h8.3" />,
);
export const Check = icon(<path d="m5 13 4.5 4.5L19 7" />);
export const ChevronDown = icon(<path d="m6 9 6 6 6-6" />);
export const CircleAlert = icon(
  <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 8v4M12 16h.01" />,
);
export const CircleCheck = icon(
  <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM8 12.5l2.8 2.7L16 9.8" />,
);
export const Cross = icon(<path d="M18 6 6 18M6 6l12 12" />);
export const Dots = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3.5" />);
export const Info = icon(<path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 16v-4M12 8h.01" />);
export const MapPin = icon(
  <path d="M12 22c-3-2.6-8-7-8-12a8 8 0 0 1 16 0c0 5-5 9.4-8 12ZM12 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />,
);
export const MenuLines = icon(<path d="M4 6h16M4 12h16M4 18h16" />);
export const PoundSign = icon(
  <path d="M18 7a5 5 0 0 0-10 1c0 4 1 5 0 8-.5 1.6-1.2 2.6-2 4h12M5 13h9" />,
);
export const Search = icon(<path d="m21 21-4.3-4.3M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z" />);
export const Share = icon(
  <path d="M12 15V3M8 7l4-4 4 4M7 11H6a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2h-1" />,
);
export const User = icon(
  <path d="M20 21v-2a4 4 0 0 0-4-4H8a4 4 0 0 0-4 4v2M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z" />,
);
export const Users = icon(
  <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z" />,
);

/** A filled portrait shape for somebody without a name. */
export function Person({ className }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <path d="M12 5.4a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4ZM3.4 24c.5-5.2 4-8.4 8.6-8.4s8.1 3.2 8.6 8.4Z" />
    </svg>
  );
}
