import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useEventPoster } from './event-poster.tsx';
import { codeOf, Sheet } from './sheet.tsx';

/**
 * Leads to the event's poster, which also replaces the event's page in print. It renders when
 * printing starts. The QR code is in the page before, because browsers don't wait for images that
 * are added then.
 */
export default function PrintAsPoster({ event }: { event: Event }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const show = () => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);
  const path = paths.event(event.id);
  return (
    <>
      <Link href={paths.poster(path)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        Print a poster
      </Link>
      <img src={codeOf(path)} alt="" loading="lazy" hidden />
      {isPrinting && createPortal(<Printed event={event} />, document.body)}
    </>
  );
}

const Printed = ({ event }: { event: Event }) => (
  <Sheet poster={useEventPoster(event)} as="h1" className="hidden min-h-[99vh] print:flex" />
);
