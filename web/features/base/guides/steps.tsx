import { Children, isValidElement, type ComponentProps } from 'react';

/** Numbers steps as the start page does, in place of the list's own numbers and indentation. */
export const Steps = ({ children }: ComponentProps<'ol'>) => (
  <ol className="flex flex-col gap-1 px-0">
    {Children.map(children, (item, index) =>
      isValidElement<ComponentProps<'li'>>(item) ? (
        <li className="flex break-inside-avoid gap-4">
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-card bg-accent font-display text-lg font-bold text-on-accent"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-1">{item.props.children}</div>
        </li>
      ) : (
        item
      ),
    )}
  </ol>
);

/** Frames the words that stand on a button or beside a field. */
export const Label = ({ children }: ComponentProps<'strong'>) => (
  <strong className="rounded-card bg-sunken px-1 py-0.5 font-display font-semibold">
    {children}
  </strong>
);
