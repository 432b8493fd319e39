import { paths } from '#contract/platform/paths.ts';
import { Missing } from '#web/ui/missing.tsx';

export default function MissingGroup() {
  return (
    <Missing
      title="Group not found"
      hint="The group you're looking for might have been removed or doesn't exist."
      href={paths.groups}
      label="Browse other groups"
    />
  );
}
