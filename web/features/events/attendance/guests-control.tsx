import { useIsScripted } from '#web/platform/forms/posted.tsx';
import { Stepper } from '#web/ui/stepper.tsx';

interface BringingGuestsProps {
  guests: number;
  most: number;
  onChange: (guests: number) => void;
  /** The id of the form that sends the number when the page has no script. */
  form: string;
}

/** Chooses how many guests the member brings. */
export default function GuestsControl({ guests, most, onChange, form }: BringingGuestsProps) {
  const isScripted = useIsScripted();
  return (
    <Stepper
      isLine
      label="Bringing guests"
      name="guests"
      form={isScripted ? undefined : form}
      value={guests}
      max={most}
      onValueChange={onChange}
    />
  );
}
