import { useState } from 'react';
import type { Group } from '../../../contract/groups.ts';
import { lazyPart } from '../../platform/router/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx'));

/** For whoever is signed in, in a group whose organisers take letters. */
export function ContactButton({ group }: { group: Group }) {
  const [writing, setWriting] = useState(false);
  return (
    <>
      <Button
        className="mt-3"
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setWriting(true)}
      >
        Write to the Organisers
      </Button>
      {writing && <ContactDialog group={group} onClose={() => setWriting(false)} />}
    </>
  );
}
