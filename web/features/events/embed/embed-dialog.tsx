import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearch } from 'wouter';
import {
  embedPath,
  defaultEmbedded,
  type EmbedTheme,
  embedScriptPath,
} from '#contract/events/embed-paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { Field, Input, NativeSelect, Textarea } from '#web/ui/field.tsx';
import {
  eventFilters,
  lastingFilters,
  type EventFilters,
} from '#web/features/events/events/event-filters.ts';
import { Options } from '#web/ui/options.tsx';

const themeLabels: Record<EmbedTheme, string> = {
  auto: "Match the reader's device",
  light: 'Light',
  dark: 'Dark',
};

const limitChoices = [3, 5, defaultEmbedded, 20, 50];

export interface EmbedProps {
  /** The group whose events are shown. Without one, the page's own filters apply to all groups. */
  group?: { id: number; name: string };
}

/** Shows the code that embeds these events in another page, and a preview. */
export default function EmbedDialog({ group, onClose }: EmbedProps & { onClose: () => void }) {
  const { origin, name } = useSite();
  const { path, hasDates } = listAt(eventFilters(new URLSearchParams(useSearch())), group?.id);
  const title = group ? `Events of ${group.name}` : 'Events';
  const [look, setLook] = useState<EmbedLook>({
    theme: 'auto',
    accent: undefined,
    limit: defaultEmbedded,
  });
  const [fits, setFits] = useState(true);
  const address = embedAddress(path, look);
  const code = embedCode(origin, address, { title: `${title} – ${name}`, limit: look.limit, fits });
  return (
    <Dialog
      onOpenChange={onClose}
      title="Put these on your website"
      description={
        <>
          Paste this code where you want the list. It stays up to date, shows what anyone can see
          here, and sets no cookies.
          {hasDates && " The dates you've picked are left out, so the list won't run dry."}
        </>
      }
    >
      <div className="grid gap-6">
        <div className="flex min-w-0 flex-col gap-5">
          <LookFields look={look} onChange={setLook} />
          <Checkbox
            label="Fit the height to the list"
            description="This needs a small script. Without it, the list scrolls in its frame."
            checked={fits}
            onChange={(event) => setFits(event.target.checked)}
          />
          <Code code={code} />
        </div>
        <Preview address={address} />
      </div>
    </Dialog>
  );
}

/** Returns the embed path with the page's filters, but without dates, which would pass. */
function listAt(filters: EventFilters, group?: number) {
  if (group !== undefined) return { path: `${embedPath}?group=${group}`, hasDates: false };
  const path = filteredPath(embedPath, lastingFilters(filters));
  return { path, hasDates: (filters.from ?? filters.to) !== undefined };
}

interface LookFieldsProps {
  look: EmbedLook;
  onChange: (look: EmbedLook) => void;
}

const LookFields = ({ look, onChange }: LookFieldsProps) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Theme">
        {({ id }) => (
          <NativeSelect
            id={id}
            value={look.theme}
            onChange={({ target }) => onChange({ ...look, theme: target.value as EmbedTheme })}
          >
            <Options of={Object.entries(themeLabels)} />
          </NativeSelect>
        )}
      </Field>
      <Field label="Most events to show">
        {({ id }) => (
          <NativeSelect
            id={id}
            value={look.limit}
            onChange={({ target }) => onChange({ ...look, limit: Number(target.value) })}
          >
            {limitChoices.map((limit) => (
              <option key={limit}>{limit}</option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
    <Checkbox
      label="Use your own colour"
      description="We make links darker or lighter where they'd be hard to read."
      checked={look.accent !== undefined}
      onChange={({ target }) =>
        onChange({ ...look, accent: target.checked ? '#0e4f39' : undefined })
      }
    />
    {look.accent !== undefined && (
      <Field label="Colour">
        {({ id }) => (
          <Input
            id={id}
            type="color"
            value={look.accent}
            onChange={({ target }) => onChange({ ...look, accent: target.value })}
          />
        )}
      </Field>
    )}
  </>
);

function Code({ code }: { code: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    field.current?.select();
    await copyText(code, 'Code copied', 'The code is selected for you to copy.');
  };
  return (
    <div>
      <Field label="Code for your page">
        {({ id }) => (
          <Textarea
            ref={field}
            id={id}
            readOnly
            dir="ltr"
            spellCheck={false}
            rows={6}
            value={code}
            className="font-mono text-sm wrap-anywhere"
          />
        )}
      </Field>
      <Button className="mt-3" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" /> Copy code
      </Button>
    </div>
  );
}

/**
 * Remounts the frame for each address, because navigating it would add to the browser's history. It
 * waits for the address to rest, as dragging the colour picker passes many.
 */
function Preview({ address }: { address: string }) {
  const shown = useDebounced(address);
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-1.5">
      <p aria-hidden="true" className="font-semibold">
        Preview
      </p>
      <iframe
        key={shown}
        src={shown}
        title="How it will look"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        className="h-96 w-full grow rounded-card border-2 border-line"
      />
    </section>
  );
}

/** How the embedded list looks on another site. */
interface EmbedLook {
  theme: EmbedTheme;
  /** '#0e4f39'; undefined for our own colours. */
  accent: string | undefined;
  limit: number;
}

/** Builds the list's address with its look. Defaults are left out. */
export function embedAddress(path: string, { theme, accent, limit }: EmbedLook): string {
  const params = [
    limit !== defaultEmbedded && `limit=${limit}`,
    theme !== 'auto' && `theme=${theme}`,
    accent && `accent=${accent.slice(1)}`,
  ].filter((part) => part !== false && part !== undefined);
  return [path, ...params].reduce(
    (address, part) => `${address}${address.includes('?') ? '&' : '?'}${part}`,
  );
}

const escapedSigns: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};
const escapeAttribute = (text: string) =>
  text.replace(/[&"<>]/g, (sign) => escapedSigns[sign] ?? sign);

/** Frame height in pixels. Without the script that fits the height, longer lists scroll. */
const heightFor = (limit: number) => Math.min(120 + limit * 130, 770);

/** Builds the code that people paste into their page. */
export function embedCode(
  origin: string,
  address: string,
  { title, limit, fits }: { title: string; limit: number; fits: boolean },
): string {
  const script = `<script src="${origin}${embedScriptPath}" async></script>\n`;
  const frame = [
    `<iframe src="${escapeAttribute(origin + address)}"`,
    `title="${escapeAttribute(title)}"`,
    `width="100%" height="${heightFor(limit)}"`,
    'style="border:0" loading="lazy"></iframe>',
  ].join('\n  ');
  return (fits ? script : '') + frame;
}
