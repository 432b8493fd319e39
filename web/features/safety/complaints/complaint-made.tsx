import { useEffect, useRef } from 'react';
import { formatDay } from '#contract/platform/dates.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import type { AnswerFor } from '#web/platform/data/api.ts';

export interface Made extends AnswerFor<'POST /api/complaints'> {
  email: string;
}

interface Props {
  made: Made;
  onAnother: () => void;
}

/** In the place of the form, where the focus goes, too. */
export function ComplaintMade({ made, onAnother }: Props) {
  const { number, dueBy, email } = made;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="good" title={`We have your complaint ${number}`}>
        We write to <strong className="wrap-anywhere">{email}</strong> what came of it, by{' '}
        {formatDay(dueBy)} at the latest. A letter with the number is on its way to you.
      </Notice>
      <Button variant="outline" className="mt-6" onClick={onAnother}>
        Make another complaint
      </Button>
    </div>
  );
}
