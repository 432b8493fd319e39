import { Stepper } from '../../ui/stepper.tsx';

interface BringingGuestsProps {
  guests: number;
  most: number;
  onChange: (guests: number) => void;
}

/** How many come along with whoever answers. */
export default function BringingGuests({ guests, most, onChange }: BringingGuestsProps) {
  return (
    <Stepper isLine label="Bringing guests" value={guests} max={most} onValueChange={onChange} />
  );
}
