import { useRef, useState } from 'react';
import { decodeText } from '#contract/platform/decode-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { FileInput } from '#web/ui/file-input.tsx';
import { useSite } from '#web/platform/site.tsx';
import { useReadCalendar } from './use-import.ts';

/** Chooses a calendar: a file, or the address of one. */
export function CalendarSource({ groupId }: { groupId: number }) {
  const reading = useReadCalendar(groupId);
  const { publicDemo } = useSite();
  return (
    <div className="needs-script grid gap-x-12 gap-y-10 md:grid-cols-2">
      <CalendarFile isBusy={reading.isPending} onChoose={(ics) => reading.mutate({ ics })} />
      {publicDemo ? (
        <section>
          <h2 className="mb-2 text-2xl">An address</h2>
          <p>The demonstration reads no addresses. Please use a file.</p>
        </section>
      ) : (
        <CalendarAddress
          isBusy={reading.isPending}
          onChoose={(url, isFollowed) => reading.mutate({ url, isFollowed })}
        />
      )}
    </div>
  );
}

interface CalendarFileProps {
  isBusy: boolean;
  onChoose: (ics: string) => void;
}

function CalendarFile({ isBusy, onChoose }: CalendarFileProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <section>
      <h2 className="mb-2 text-2xl">A file</h2>
      <p>
        Google Calendar, Outlook and most sites let you export events as a file that ends in{' '}
        <code>.ics</code>.
      </p>
      <FileInput
        picker={picker}
        label="Calendar file"
        accept=".ics,.ical,.ifb,text/calendar"
        onFile={(file) => void file.arrayBuffer().then((bytes) => onChoose(decodeText(bytes)))}
      />
      <p className="mt-4">
        <Button busy={isBusy} busyLabel="Reading..." onClick={() => picker.current?.click()}>
          Choose a calendar file
        </Button>
      </p>
    </section>
  );
}

interface CalendarAddressProps {
  isBusy: boolean;
  onChoose: (url: string, isFollowed: boolean) => void;
}

function CalendarAddress({ isBusy, onChoose }: CalendarAddressProps) {
  const [url, setUrl] = useState('');
  const [isFollowed, setFollowed] = useState(false);
  return (
    <section>
      <h2 className="mb-2 text-2xl">An address</h2>
      <form
        method="post"
        className="flex flex-col gap-4"
        onSubmit={(submission) => {
          submission.preventDefault();
          if (url.trim() !== '') onChoose(url, isFollowed);
        }}
      >
        <Field label="Address of a calendar" hint="It starts with https:// or webcal://">
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Checkbox
          label="Look at it every day"
          description="We suggest new and changed events. You decide what is published."
          checked={isFollowed}
          onChange={({ target }) => setFollowed(target.checked)}
        />
        <p>
          <Button type="submit" variant="outline" busy={isBusy} busyLabel="Reading...">
            Read this address
          </Button>
        </p>
      </form>
    </section>
  );
}
