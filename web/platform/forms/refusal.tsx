import { FormError } from '#web/ui/choices.tsx';
import { failureOf } from '#web/platform/data/api.ts';

interface RefusalProps {
  error: unknown;
  title?: string;
}

/** Shows why the form was refused, unless the fields show it. */
export function Refusal({ error, title = 'Nothing was sent' }: RefusalProps) {
  if (!error) return null;
  const { status, reason, fields = {} } = failureOf(error);
  if (Object.keys(fields).length > 0) return null;
  const refused = status !== undefined && status < 500;
  return (
    <FormError title={title}>
      {(refused ? reason : undefined) ?? 'Please try again in a moment.'}
    </FormError>
  );
}
