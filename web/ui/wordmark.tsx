import { cx } from './cx.ts';
import { markShapes } from './mark-shapes.ts';

interface WordmarkProps {
  name: string;
  /** The site's own logo; null for the mark. */
  logoUrl: string | null;
  className?: string | undefined;
}

const markSize = 'size-[min(2rem,10vw)] shrink-0';

const Logo = ({ url }: { url: string }) => (
  <img
    src={url.replace('.webp', '-96.webp')}
    alt=""
    width={32}
    height={32}
    className={cx(markSize, 'object-contain')}
  />
);

function HallMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={markSize}>
      <path d={markShapes.hall} className="fill-mark" />
      <path d={markShapes.door} className="fill-mark-door" />
      <path d={markShapes.flag} className="fill-flag-1" />
      <path d={markShapes.middleFlag} className="fill-flag-4" />
    </svg>
  );
}

export function Wordmark({ name, logoUrl, className }: WordmarkProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 font-display text-[min(1.625rem,8.2vw)] font-extrabold tracking-tight',
        className,
      )}
    >
      {logoUrl ? <Logo url={logoUrl} /> : <HallMark />}
      {name}
    </span>
  );
}
