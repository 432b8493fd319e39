import { Download } from 'lucide-react';
import type { ApiKey } from '#contract/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useState } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { request, urlOf } from '#web/platform/data/api.ts';

export function YourData() {
  const downloadData = useMutation({
    mutationFn: () => download('GET /api/auth/user/export'),
    onSuccess: () => toast({ title: 'Your data has been downloaded', tone: 'good' }),
    onError: (error) =>
      toastFailure("Your data wasn't downloaded", error, 'Please try again later.'),
  });
  return (
    <SettingsSection id="your-data" title="Your data" lead="Download everything we hold about you.">
      <p>
        You'll get one zip file with your profile, groups, events, RSVPs, comments, emails and
        pictures, as CSV for a spreadsheet and as JSON for a program.
      </p>
      <Button
        variant="outline"
        className="mt-4"
        busy={downloadData.isPending}
        busyLabel="Preparing your file..."
        onClick={() => downloadData.mutate()}
      >
        <Download aria-hidden="true" className="size-5" /> Download my data
      </Button>
    </SettingsSection>
  );
}

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

/**
 * Downloads a file under the name that the server gives it.
 * @throws ApiError
 */
async function download(key: ApiKey & `GET ${string}`): Promise<void> {
  const response = await request('GET', urlOf(key));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(name ?? '', await response.blob());
}
