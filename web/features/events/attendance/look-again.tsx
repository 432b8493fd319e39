import { useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';

interface LookAgainProps {
  /** The page, which a link loads again where there is no script. */
  path: string;
  onLook: () => Promise<unknown>;
}

/** Reads again whether a place has become free. */
export function LookAgain({ path, onLook }: LookAgainProps) {
  const [looks, setLooks] = useState(0);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    await onLook().finally(() => setLooking(false));
    setLooks((before) => before + 1);
  };
  return (
    <>
      <p>A place that becomes free goes to whoever presses first.</p>
      <Button
        variant="outline"
        size="sm"
        className="needs-script mt-2"
        busy={isLooking}
        busyLabel="Looking..."
        onClick={() => void look()}
      >
        Look again
      </Button>
      <noscript>
        {import.meta.env.SSR && (
          <a href={path} className={`mt-2 ${buttonClass({ variant: 'outline', size: 'sm' })}`}>
            Look again
          </a>
        )}
      </noscript>
      <p role="status">{looks > 0 && !isLooking && 'Still full.'}</p>
    </>
  );
}
