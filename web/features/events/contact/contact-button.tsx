import { useIfMailed } from '#web/platform/site.tsx';
import { useState, useSyncExternalStore } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx'));

/** At the end of a group's address it leads to the form. */
const writeId = 'write';
const isLinked = () => window.location.hash === `#${writeId}`;
const isNotLinked = () => false;
const nothingChanges = () => () => {};

/** Shown to signed-in members if the group's organisers accept messages. */
export function ContactButton({ group }: { group: Group }) {
  const [pressed, setPressed] = useState<boolean>();
  const linked = useSyncExternalStore(nothingChanges, isLinked, isNotLinked);
  const writing = pressed ?? linked;
  return (
    <>
      <Button
        className="needs-script mt-3"
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setPressed(true)}
      >
        Write to the Organisers
      </Button>
      <ContactWithoutScript group={group} />
      {writing && <ContactDialog group={group} onClose={() => setPressed(false)} />}
    </>
  );
}

/** A plain form for browsers without a script. It opens again if the message was refused. */
function ContactWithoutScript({ group }: { group: Group }) {
  const ifMailed = useIfMailed();
  const action = urlOf('POST /api/groups/:id/contact', { params: { id: group.id } });
  const { typed, wrong } = usePosted(`POST ${action}`);
  return (
    <noscript>
      {import.meta.env.SSR && (
        <details id={writeId} className="mt-3" open={'text' in typed}>
          <summary className="link min-h-11 content-center">Write to the Organisers</summary>
          <form method="post" action={action} className="mt-2 flex flex-col gap-4">
            <p className="text-sm text-muted">
              {ifMailed(
                "They'll get an email and can reply to your address.",
                'This site can’t send email yet. Your message is kept until it can.',
              )}
            </p>
            <InputField
              label="Subject"
              error={wrong.subject}
              name="subject"
              defaultValue={typed.subject}
            />
            <TextareaField
              label="Message"
              error={wrong.text}
              name="text"
              defaultValue={typed.text}
            />
            <Button type="submit">Send message</Button>
          </form>
        </details>
      )}
    </noscript>
  );
}
