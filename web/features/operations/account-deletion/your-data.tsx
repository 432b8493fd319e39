import { Download } from 'lucide-react';
import { download } from '#web/platform/data/download.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';

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
