import { Copy, Download } from 'lucide-react';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { copyText } from '#web/ui/copy-text.ts';

interface RecoveryCodesProps {
  title: string;
  codes: readonly string[];
  onClose: () => void;
}

/**
 * Shows new recovery codes. The server keeps hashes only, so this is the one time they can be
 * shown.
 */
export const RecoveryCodes = ({ title, codes, onClose }: RecoveryCodesProps) => (
  <Dialog
    onOpenChange={onClose}
    title={title}
    isPersistent
    footer={<Button onClick={onClose}>I've saved them</Button>}
  >
    <Codes codes={codes} />
  </Dialog>
);

function Codes({ codes }: { codes: readonly string[] }) {
  const { name } = useSite();
  const text = codes.join('\n');
  return (
    <>
      <p>
        If you lose your phone, each of these codes lets you sign in once. Keep them somewhere safe,
        but not on your phone: <strong>you won't see them again.</strong>
      </p>
      <ul className="mt-4 grid gap-x-6 gap-y-1.5 rounded-card bg-sunken p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => saveCodes(name, text)}>
          <Download aria-hidden="true" className="size-5" /> Download
        </Button>
        <Button
          variant="quiet"
          onClick={() => void copyText(text, 'Codes copied', 'Please write them down.')}
        >
          <Copy aria-hidden="true" className="size-5" /> Copy
        </Button>
      </div>
    </>
  );
}

function saveCodes(site: string, text: string): void {
  const lines = `Recovery codes for ${site}. Each works for one sign-in.\n\n${text}\n`;
  saveFile('recovery-codes.txt', new Blob([lines], { type: 'text/plain' }));
}
