import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface PlainTextProps {
  text: ReactNode;
  className?: string | undefined;
}

/** Shows typed text with its line breaks. */
export function PlainText({ text, className }: PlainTextProps) {
  return (
    <div dir="auto" className={cx('max-w-[68ch] text-pretty whitespace-pre-line', className)}>
      {text}
    </div>
  );
}
