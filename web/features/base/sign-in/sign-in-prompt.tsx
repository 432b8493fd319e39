import { paths, withNext } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface SignInPromptProps {
  title: string;
  hint: string;
  /** The link's text. */
  label: string;
  /** Where to come back to. */
  next: string;
  /** Where to sign in, if not at the site's door for every kind of account. */
  at?: string;
}

/** Stands in for a page that is only for members. */
export function SignInPrompt({ title, hint, label, next, at = paths.login }: SignInPromptProps) {
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title={title}
      hint={hint}
      actions={
        <a href={withNext(at, next)} className={buttonClass({ size: 'lg' })}>
          {label}
        </a>
      }
    />
  );
}
