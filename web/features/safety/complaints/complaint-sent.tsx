import { useEffect, useRef } from 'react';
import { formatDay } from '#contract/platform/dates.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import type { AnswerFor } from '#web/platform/data/api.ts';

export interface SentComplaint extends AnswerFor<'POST /api/complaints'> {
  email: string;
}

interface Props {
  sent: SentComplaint;
  onAnother: () => void;
}

/** Replaces the form and takes the focus. */
export function ComplaintSent({ sent, onAnother }: Props) {
  const { number, dueBy, email } = sent;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="good" title={`We have your complaint ${number}`}>
        We'll email the outcome to <strong className="wrap-anywhere">{email}</strong> by{' '}
        {formatDay(dueBy)} at the latest. We've also emailed you the number.
      </Notice>
      <Button variant="outline" className="mt-6" onClick={onAnother}>
        Make another complaint
      </Button>
    </div>
  );
}
