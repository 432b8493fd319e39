import { paths } from '#contract/platform/paths.ts';
import { Missing } from '#web/ui/missing.tsx';

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
