import { paths, withNext } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface SignInPromptProps {
  title: string;
  hint: string;
  /** The link's text. */
  label: string;
  /** The path to return to. */
  next: string;
  /** The sign-in path; by default single sign-on where the site has it. */
  at?: string;
}

/** Asks visitors to sign in, in place of a page for members. */
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
