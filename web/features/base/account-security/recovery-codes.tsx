import { Copy, Download } from 'lucide-react';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { copyText } from '#web/ui/copy-text.ts';

/** They can be seen this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { name } = useSite();
  const text = codes.join('\n');
  return (
    <>
      <p>
        Without your phone, each of these lets you in once. Keep them somewhere safe that is not
        your phone: <strong>they are shown only now.</strong>
      </p>
      <ul className="mt-4 grid gap-x-6 gap-y-1.5 rounded-card bg-sunken p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => save(name, text)}>
          <Download aria-hidden="true" className="size-5" /> Download
        </Button>
        <Button
          variant="quiet"
          onClick={() => void copyText(text, 'The codes are copied', 'Please write them down.')}
        >
          <Copy aria-hidden="true" className="size-5" /> Copy
        </Button>
      </div>
    </>
  );
}

function save(site: string, text: string): void {
  const lines = `Recovery codes for ${site}, each good for one sign-in\n\n${text}\n`;
  saveFile('recovery-codes.txt', new Blob([lines], { type: 'text/plain' }));
}
