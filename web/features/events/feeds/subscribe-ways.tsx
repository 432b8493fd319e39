import { Button, buttonClass } from '#web/ui/button.tsx';
import { copyLink } from '#web/ui/copy-link.ts';
import { Field, Input } from '#web/ui/field.tsx';
import { subscribeAddresses } from './subscribe-addresses.ts';

interface SubscribeWaysProps {
  url: string;
  /** The calendar's name, for services that need one. */
  name: string;
}

const wayClass = buttonClass({ variant: 'outline', block: true });

/** Links for common calendar programs, an address for all others, and how often they update. */
export function SubscribeWays({ url, name }: SubscribeWaysProps) {
  const { webcal, google, outlook } = subscribeAddresses(url, name);
  const outside = { target: '_blank', rel: 'noopener noreferrer', className: wayClass };
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-3">
        <li>
          <a href={webcal} className={wayClass}>
            This device
          </a>
        </li>
        <li>
          <a href={google} {...outside}>
            Google
          </a>
        </li>
        <li>
          <a href={outlook} {...outside}>
            Outlook
          </a>
        </li>
      </ul>
      <div className="mt-5 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <Field label="Link for any other calendar">
            {({ id }) => (
              <Input
                id={id}
                readOnly
                value={url}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
        </div>
        <Button variant="quiet" onClick={() => void copyLink(url)}>
          Copy
        </Button>
      </div>
      <p className="mt-5 text-sm text-muted">
        Calendars update in their own time: Apple and Outlook every few hours, Google about once a
        day. For last-minute changes, check the event page.
      </p>
    </>
  );
}
