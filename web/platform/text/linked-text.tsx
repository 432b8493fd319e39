import { lazy, Suspense, useSyncExternalStore } from 'react';
import { waitForModule } from '#web/platform/router/modules.ts';
import { PlainText } from '#web/ui/prose.tsx';
import { mayHoldLinks } from './may-hold-links.ts';

const Links = lazy(() => waitForModule(() => import('./links.tsx')));

interface LinkedTextProps {
  text: string;
  className?: string | undefined;
}

const neverChanges = () => () => undefined;
const returnTrue = () => true;
const returnFalse = () => false;

/** Shows text that people typed. Addresses become links once the link finder has loaded. */
export function LinkedText({ text, className }: LinkedTextProps) {
  const inBrowser = useSyncExternalStore(neverChanges, returnTrue, returnFalse);
  const linked = inBrowser && mayHoldLinks(text);
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
