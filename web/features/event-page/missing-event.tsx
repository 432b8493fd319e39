import { paths } from '../../../contract/paths.ts';
import { Missing } from '../../ui/missing.tsx';

export default function MissingEvent() {
  return (
    <Missing
      title="Event not found"
      hint="The event you're looking for might have been removed or doesn't exist."
      href={paths.events}
      label="Browse other events"
    />
  );
}
