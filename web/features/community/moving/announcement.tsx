import { useRef } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Field, Textarea } from '#web/ui/field.tsx';
import { Copy } from 'lucide-react';

/** A text for the members, to paste where they are now. */
export function Announcement({ group, url }: { group: Group; url: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useAnnouncement(group, url);
  const copy = async () => {
    field.current?.select();
    await copyText(text, 'Text copied', 'The text is selected for you to copy.');
  };
  return (
    <div>
      <Field
        label="Text for your members"
        hint="On Meetup, send it as a message to all members, or put it at the top of your group."
      >
        {({ id }) => <Textarea ref={field} id={id} readOnly dir="auto" rows={8} value={text} />}
      </Field>
      <Button variant="outline" className="needs-script mt-3" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" /> Copy text
      </Button>
    </div>
  );
}

function useAnnouncement({ name }: Group, url: string): string {
  const site = useSite();
  return [
    'Hello everybody,',
    `${name} is moving to ${site.name}. Please join us there:\n${url}`,
    "It's free and takes about two minutes. You choose which emails you get.",
    'See you soon!',
  ].join('\n\n');
}
