import { useState, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog, Dialog } from '../dialog.tsx';
import { InputField } from '../field.tsx';
import { Check, Search } from '../icons.tsx';
import { Menu } from '../menu.tsx';
import { toast, toasts } from '../toast.ts';
import { Tooltip, TooltipProvider } from '../tooltip.tsx';
import { Part, Row } from './part.tsx';
import { TownField } from './town-field.tsx';

export function Overlays() {
  return (
    <>
      <Dialogs />
      <Menus />
      <Toasts />
      <Part id="tooltips" title="Tooltips">
        <TooltipProvider>
          <Row>
            <Tooltip label="Look for an event">
              <Button variant="ghost" aria-label="Search" className="size-11 px-0">
                <Search className="size-5" />
              </Button>
            </Tooltip>
            <Tooltip label="Say that you have done it">
              <Button variant="ghost" aria-label="Done" className="size-11 px-0">
                <Check className="size-5" />
              </Button>
            </Tooltip>
          </Row>
        </TooltipProvider>
      </Part>
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'question'>();
  const shows = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
  });
  return (
    <Part id="dialogs" title="Dialogs">
      <Row>
        <Button variant="outline" onClick={() => setOpen('dialog')}>
          Edit the profile
        </Button>
        <Button variant="danger" onClick={() => setOpen('question')}>
          Delete the group
        </Button>
      </Row>
      <Dialog
        {...shows('dialog')}
        title="Edit Profile"
        description="Only your first name is shown to others."
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(undefined)}>
              Cancel
            </Button>
            <Button busy busyLabel="Saving...">
              Save
            </Button>
          </>
        }
      >
        <div className="grid gap-6">
          <InputField label="First name" defaultValue="Ada" />
          <TownField />
        </div>
      </Dialog>
      <ConfirmDialog
        {...shows('question')}
        danger
        title="Delete Hebden Bridge Ramblers?"
        description="Its 14 events and all their comments go with it. This can't be undone."
        confirmLabel="Delete group"
        onConfirm={() => setOpen(undefined)}
      />
    </Part>
  );
}

function Menus() {
  const [last, setLast] = useState('nothing');
  const [asking, setAsking] = useState(false);
  return (
    <Part id="menus" title="Menus">
      <Row>
        <Menu
          label="Actions for Ada"
          items={[
            { label: 'Open profile', href: '#people' },
            { label: 'Make an admin', icon: <Check />, onSelect: () => setLast('made an admin') },
            { label: 'Write to them', disabled: true, onSelect: () => setLast('wrote') },
            { label: 'Ban', danger: true, onSelect: () => setAsking(true) },
          ]}
        />
        <Menu
          label="Share the event"
          items={[{ label: 'Copy the address', onSelect: () => setLast('copied') }]}
        >
          Share
        </Menu>
        <output aria-label="Last action">{last}</output>
      </Row>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title="Ban Ada?"
        description="They are signed out everywhere and can't come back."
        confirmLabel="Ban"
        onConfirm={() => {
          setLast('banned');
          setAsking(false);
        }}
      />
    </Part>
  );
}

function Toasts() {
  const kept = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.serverSnapshot);
  return (
    <Part id="toasts" title="Toasts">
      <Row>
        <Button
          variant="quiet"
          onClick={() => toast({ title: 'RSVP Confirmed', description: 'See you on Saturday.' })}
        >
          Toast
        </Button>
        <Button
          variant="quiet"
          onClick={() =>
            toast({
              tone: 'danger',
              title: 'Profile incomplete',
              description: 'Please complete your profile to RSVP.',
              action: { label: 'Complete Profile', href: '/complete-profile' },
            })
          }
        >
          Danger toast
        </Button>
        <Button variant="quiet" onClick={() => toast({ tone: 'good', title: 'Joined the group' })}>
          Good toast
        </Button>
        <output aria-label="Notices kept">{kept.length}</output>
      </Row>
    </Part>
  );
}
