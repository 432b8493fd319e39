import { paths } from '../../../contract/paths.ts';
import { Missing } from '../../ui/missing.tsx';

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
