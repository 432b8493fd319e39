import { Button } from '#web/ui/button.tsx';
import { useBlock, type Blockable } from './use-block.ts';

export function UnblockButton({ person }: { person: Blockable }) {
  const block = useBlock(person);
  return (
    <Button
      variant="outline"
      size="sm"
      busy={block.isPending}
      busyLabel="Unblocking..."
      aria-label={block.isPending ? undefined : `Unblock ${person.firstName}`}
      onClick={() => block.mutate(false)}
    >
      Unblock
    </Button>
  );
}
