import { useState } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

export function LeaveSite() {
  const { name } = useSite();
  const [leaving, setLeaving] = useState(false);
  return (
    <SettingsSection
      id="leave"
      title={`Leave ${name}`}
      lead="We'll delete your account straight away. You can't get it back."
    >
      <p>
        If you get too many emails, you can turn most of them off instead. If you're leaving, you
        may want to download your data first.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setLeaving(true)}>
        Delete my account
      </Button>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </SettingsSection>
  );
}
