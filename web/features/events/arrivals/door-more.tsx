import { useState } from 'react';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { refusedWords, unsentFile } from './door-words.ts';
import type { DoorClient, DoorState } from './door-client.ts';
import { setAsideOf, unsentOf, type OwnArrival } from './engine.ts';
import type { DoorTarget } from './use-door.ts';

const DoorLinksDialog = lazyPart(() => import('./door-links-dialog.tsx'));

interface DoorMoreProps {
  client: DoorClient;
  state: DoorState;
  target: DoorTarget;
}

/** Shows the rest: refused words, a file, helpers, and the end of the evening. */
export function DoorMore({ client, state, target }: DoorMoreProps) {
  const aside = setAsideOf(state.kept);
  const unsent = state.left.length > 0 ? state.left : unsentOf(state.kept);
  const save = () => saveFile('not-sent.csv', unsentFile([...unsent, ...aside]));
  return (
    <section aria-label="More" className="mt-8 flex flex-col gap-3">
      {aside.length > 0 && <SetAside words={aside} client={client} />}
      <div className="flex flex-wrap gap-3">
        {!('token' in target) && (
          <DialogButton
            variant="outline"
            className="min-h-14"
            aria-haspopup="dialog"
            label="Helpers at the door"
            dialog={(close) => <DoorLinksDialog eventId={target.eventId} onClose={close} />}
          />
        )}
        {unsent.length + aside.length > 0 && (
          <Button variant="outline" className="min-h-14" onClick={save}>
            Save what isn’t sent as a file
          </Button>
        )}
        <Forget client={client} unsent={unsent.length} />
      </div>
      {state.kept.view && (
        <p className="text-sm text-muted">
          This phone keeps the list until a day after the event, so that it works without a
          connection. It is deleted when you sign out, too
          {unsent.length > 0 && ', with what isn’t sent yet'}.
        </p>
      )}
    </section>
  );
}

interface SetAsideProps {
  words: readonly OwnArrival[];
  client: DoorClient;
}

const SetAside = ({ words, client }: SetAsideProps) => (
  <Notice tone="accent" title="Set aside">
    <ul className="mt-1 flex flex-col gap-2">
      {words.map((word) => (
        <li key={word.id} className="flex flex-wrap items-center gap-3">
          <span className="wrap-anywhere">
            {word.walkIn?.name ?? word.name ?? `No. ${word.id}`}: {refusedWords(word)}
          </span>
          <Button
            variant="quiet"
            className="min-h-14"
            onClick={() => void client.dropRefused(word.id)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  </Notice>
);

function Forget({ client, unsent }: { client: DoorClient; unsent: number }) {
  const [asks, setAsks] = useState(false);
  const forget = () => {
    setAsks(false);
    void client.forget();
  };
  return (
    <>
      <Button variant="quiet" className="min-h-14" onClick={() => setAsks(true)}>
        Forget this list
      </Button>
      {asks && (
        <ConfirmDialog
          onOpenChange={setAsks}
          title="Forget this list?"
          description={`This phone forgets every name.${
            unsent > 0 ? ` ${unsent} not sent yet will be lost.` : ''
          }`}
          confirmLabel="Forget it"
          danger
          onConfirm={forget}
        />
      )}
    </>
  );
}
