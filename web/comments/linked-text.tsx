import { lazy, Suspense, useEffect, useState } from 'react';
import { PlainText } from '../ui/prose.tsx';

const Links = lazy(() => import('./links.tsx'));

interface LinkedTextProps {
  text: string;
  className?: string | undefined;
}

const mayHoldLinks = /https?:\/\/|www\.|mailto:|\S@\S/i;

/** What people have typed; the addresses in it become links once what finds them has come. */
export function LinkedText({ text, className }: LinkedTextProps) {
  const [linked, setLinked] = useState(false);
  useEffect(() => setLinked(mayHoldLinks.test(text)), [text]);
  return (
    <PlainText
      className={className}
      text={
        linked ? (
          <Suspense fallback={text}>
            <Links text={text} />
          </Suspense>
        ) : (
          text
        )
      }
    />
  );
}
