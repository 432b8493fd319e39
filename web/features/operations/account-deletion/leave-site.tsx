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
      lead="Your account goes at once and can't be brought back."
    >
      <p>
        If mail is what bothers you, you can turn most of it off instead. If you leave, you may want
        to download your data first.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setLeaving(true)}>
        Delete my account
      </Button>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </SettingsSection>
  );
}
