import { useWatch } from 'react-hook-form';
import { messageContext } from '#contract/events/message-email.ts';
import type { Account } from '#contract/base/accounts.ts';
import type { Group } from '#contract/community/groups.ts';
import { useSite } from '#web/platform/site.tsx';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { Bunting } from '#web/ui/bunting.tsx';
import type { ComposeFormOf } from './compose-values.ts';

interface EmailPreviewProps {
  form: ComposeFormOf;
  group: Group;
  eventTitle: string | null;
  sender: Account | undefined;
}

/** Previews the email while it is typed, with its greeting and closing. */
export function EmailPreview({ form, group, eventTitle, sender }: EmailPreviewProps) {
  const { subject, text } = useWatch({ control: form.control });
  const { name } = useSite();
  const wording = messageContext({
    groupName: group.name,
    eventTitle,
    sender: sender?.firstName ?? null,
    senderOrganises: group.membership?.isOrganizer ?? false,
  });
  return (
    <aside aria-labelledby="preview" className="min-w-0 lg:sticky lg:top-6">
      <h2 id="preview" className="mb-2 font-display text-base font-semibold text-muted">
        How the email will look
      </h2>
      <p dir="auto" className="mb-3 font-semibold wrap-anywhere">
        {subject?.trim() || 'Your subject'}
      </p>
      <div className="overflow-hidden rounded-card">
        <div className="surface-hall overflow-hidden">
          <Bunting size="sm" swags={8} />
          <p className="px-5 py-4 font-display text-xl font-bold">{name}</p>
        </div>
        <div className="flex flex-col gap-4 bg-card px-5 py-5">
          <p>Hello {sender?.firstName ?? 'there'},</p>
          <p className="wrap-anywhere">{wording.opening}</p>
          <div className="border-l-4 border-accent pl-5">
            <LinkedText className="wrap-anywhere" text={text?.trim() || 'Your message.'} />
          </div>
          <p className="self-start rounded-card bg-accent px-5 py-2.5 font-semibold text-on-accent">
            {wording.button}
          </p>
          <p>{wording.closing}</p>
          <p>The people at {name}</p>
        </div>
      </div>
    </aside>
  );
}
