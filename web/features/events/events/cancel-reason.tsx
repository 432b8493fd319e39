import { longestCancelReason } from '#contract/platform/limits.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { InputField } from '#web/ui/field.tsx';

interface CancelReasonProps {
  value: string;
  onChange: (reason: string) => void;
}

/** Asks why something is cancelled. */
export function CancelReason({ value, onChange }: CancelReasonProps) {
  const ifMailed = useIfMailed();
  return (
    <InputField
      label="Why?"
      optional
      hint={ifMailed(
        'Shown on the event’s page, in calendars and in our email.',
        'Shown on the event’s page and in calendars.',
      )}
      name="reason"
      autoComplete="off"
      maxLength={longestCancelReason}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
