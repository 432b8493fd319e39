import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';

/** A field that someone else has changed since the form opened. */
export interface Conflict {
  name: string;
  /** Their value, in the form's format. */
  theirs: unknown;
  /** Their value as text, if the control can't show it. */
  text?: string | undefined;
  /** The control's name, if it differs from the field's. */
  control?: string | undefined;
  /** Applies their value, if it isn't a form value. */
  take?: (() => void) | undefined;
}

interface ConflictNotesProps {
  conflicts: readonly Conflict[];
  /** `usesTheirs` is true if the form takes their value. */
  onSettle: (conflict: Conflict, usesTheirs: boolean) => void;
}

/** Shows a note beside each field that someone else has changed. */
export function ConflictNotes({ conflicts, onSettle }: ConflictNotesProps) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const form = place?.closest('form');
  return (
    <div ref={setPlace} className="empty:hidden">
      {form &&
        conflicts.map((conflict, index) => (
          <PlacedNote
            key={`${conflict.name}: ${JSON.stringify(conflict.theirs)}`}
            form={form}
            conflict={conflict}
            isFirst={index === 0}
            onSettle={onSettle}
          />
        ))}
    </div>
  );
}

interface PlacedProps extends Pick<ConflictNotesProps, 'onSettle'> {
  form: HTMLFormElement;
  conflict: Conflict;
  isFirst: boolean;
}

/** Renders the note at the end of the field whose control has this name. */
function PlacedNote({ form, conflict, isFirst, onSettle }: PlacedProps) {
  const [host] = useState(() => document.createElement('div'));
  const { control = conflict.name } = conflict;
  useLayoutEffect(() => {
    (controlOf(form, control)?.closest('[data-field]') ?? form).append(host);
    return () => host.remove();
  }, [form, control, host]);
  const settle = (usesTheirs: boolean) => {
    onSettle(conflict, usesTheirs);
    controlOf(form, control)?.focus();
  };
  return createPortal(<Note {...{ form, conflict, isFirst }} onSettle={settle} />, host);
}

interface NoteProps extends Omit<PlacedProps, 'onSettle'> {
  onSettle: (usesTheirs: boolean) => void;
}

function Note({ form, conflict, isFirst, onSettle }: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFirst) note.current?.scrollIntoView({ block: 'center' });
  }, [isFirst]);
  return (
    <div
      ref={note}
      role="alert"
      className="mt-1 grid gap-3 rounded-card bg-accent-soft px-4 py-3 text-ink forced-colors:border"
    >
      <p className="font-semibold">Someone else has changed this:</p>
      <TheirVersion text={conflict.text ?? textOf(form, conflict)} />
      <div className="flex flex-wrap gap-2 *:max-w-48 *:grow">
        <Button variant="outline" onClick={() => onSettle(false)}>
          Keep mine
        </Button>
        <Button variant="outline" onClick={() => onSettle(true)}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}

/** Longer text scrolls in a box of its own, so that the buttons stay in view. */
const longText = 400;

const TheirVersion = ({ text }: { text: string }) =>
  text.length > longText ? (
    <Textarea readOnly aria-label="Their version" value={text} style={{ maxHeight: '14rem' }} />
  ) : (
    <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
      {text}
    </p>
  );

/**
 * Returns the first control of a field. Date and time fields have two, named `<name>-date` and so
 * on.
 */
function controlOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const named = (each: Element) =>
    each instanceof HTMLElement && [name, `${name}-date`].includes(each.getAttribute('name') ?? '');
  return [...form.elements].find((each): each is HTMLElement => named(each));
}

function textOf(form: HTMLFormElement, { name, theirs }: Conflict): string {
  if (typeof theirs === 'boolean') return theirs ? 'Ticked' : 'Not ticked';
  const value = typeof theirs === 'string' || typeof theirs === 'number' ? String(theirs) : '';
  const control = controlOf(form, name);
  if (control instanceof HTMLTextAreaElement)
    return newParagraphs(value, control.value) || 'Nothing';
  return labelOf(control, value) || value || 'Nothing';
}

/** Returns the paragraphs that only their text has, or all of it where it merely lacks some. */
function newParagraphs(theirs: string, mine: string): string {
  const known = new Set(mine.split('\n\n'));
  const all = theirs.split('\n\n');
  const added = all.filter((paragraph) => !known.has(paragraph));
  return added.length > 0 ? added.join('\n\n') : theirs;
}

/** Returns the label of a value in a select or a group of radio buttons. */
function labelOf(control: HTMLElement | undefined, value: string): string | undefined {
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.value === value)?.text;
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return undefined;
  const choices =
    control.closest('[data-field]')?.querySelectorAll<HTMLInputElement>('input') ?? [];
  const chosen = [...choices].find((each) => each.value === value);
  return chosen?.parentElement?.querySelector('span span')?.textContent;
}
