import { lazy, Suspense, useState } from 'react';
import type { Group } from '../../../contract/groups.ts';
import { Button } from '../../ui/button.tsx';

const EditGroupDialog = lazy(() => import('./edit-group-dialog.tsx'));

export function EditGroupButton({ group }: { group: Group }) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setEditing(true)}>
        Edit Group
      </Button>
      {editing && (
        <Suspense>
          <EditGroupDialog group={group} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
