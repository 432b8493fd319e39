import { useId, type ComponentProps, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { Input, type FieldControl } from './field.tsx';
import { Spinner } from './spinner.tsx';
import { useSuggestions } from './use-suggestions.ts';

export interface ComboboxOption {
  /** The field's value once chosen. */
  value: string;
  /** Text that distinguishes options of one value: "Oxfordshire". */
  detail?: string | undefined;
}

interface ComboboxProps<Option extends ComboboxOption> extends Pick<
  ComponentProps<'input'>,
  'name' | 'placeholder' | 'disabled' | 'maxLength' | 'onBlur' | 'ref' | 'className'
> {
  control: FieldControl;
  value: string;
  onValueChange: (value: string) => void;
  /** Called after the debounce with the trimmed text; the caller then passes `options`. */
  onQuery: (text: string) => void;
  options: readonly Option[];
  /** True while options are loading. */
  busy?: boolean | undefined;
}

const maxOptions = 6;
const noneLabel = 'No matches';

/** A free-text field with suggestions. */
export function Combobox<Option extends ComboboxOption>({
  control,
  value,
  onValueChange,
  onQuery,
  options,
  busy = false,
  onBlur,
  className,
  ...rest
}: ComboboxProps<Option>) {
  const id = useId();
  const listId = `${id}-list`;
  const some = options.slice(0, maxOptions);
  const list = useSuggestions(value, {
    listId,
    count: some.length,
    onQuery,
  });
  const optionId = (index: number) => `${id}-${index}`;
  const pick = (option: Option) => {
    list.picked();
    onValueChange(option.value);
  };
  const key = (event: KeyboardEvent) => {
    const marked = some[list.marked];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      list.step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && list.shown && marked) {
      event.preventDefault();
      pick(marked);
    }
  };
  return (
    <div className={cx('relative', className)}>
      <Input
        {...rest}
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.shown && some.length > 0}
        aria-controls={listId}
        aria-activedescendant={list.shown && list.marked >= 0 ? optionId(list.marked) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value);
          list.typed(event.target.value);
        }}
        onKeyDown={key}
        onFocus={list.focused}
        onBlur={(event) => {
          list.left();
          onBlur?.(event);
        }}
        className={busy && list.shown ? 'pr-11' : undefined}
      />
      {busy && list.shown && (
        <Spinner className="pointer-events-none absolute top-3 right-3.5 size-5 text-muted" />
      )}
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!list.shown || some.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1 rounded-card border border-line bg-card p-1.5 shadow-lift dark:border-edge"
      >
        {some.map((option, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${option.value} ${option.detail ?? ''}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === list.marked}
            // Keeps the focus in the field on a press.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => list.mark(index)}
            onClick={() => pick(option)}
            ref={(item) => {
              if (index === list.marked) item?.scrollIntoView({ block: 'nearest' });
            }}
            className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-card px-3 py-2 text-left aria-selected:bg-primary-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
          >
            <span className="font-semibold">{option.value}</span>
            {option.detail !== undefined && (
              <span className="text-sm text-muted">{option.detail}</span>
            )}
          </button>
        ))}
      </div>
      {list.shown && some.length === 0 && !busy && options.length === 0 && (
        <p aria-hidden="true" className="mt-1.5 text-sm text-muted">
          {noneLabel}
        </p>
      )}
      <p role="status" className="sr-only">
        {list.shown && !busy && (some.length > 0 ? countLabel(some.length) : noneLabel)}
      </p>
    </div>
  );
}

const countLabel = (count: number) =>
  count === 1 ? '1 suggestion' : `${count} suggestions, arrow keys to choose`;
