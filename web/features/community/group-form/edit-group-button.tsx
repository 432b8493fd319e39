import { useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

const EditGroupDialog = lazyPart(() => import('./edit-group-dialog.tsx'));

export function EditGroupButton({ group }: { group: Group }) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setEditing(true)}>
        Edit group
      </Button>
      {editing && <EditGroupDialog group={group} onClose={() => setEditing(false)} />}
    </>
  );
}
