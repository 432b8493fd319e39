import { FormError } from '../../ui/choices.tsx';
import { failureOf } from '../data/api.ts';

/** Why nothing was sent, where no field of the form says it. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  const { status, reason, fields = {} } = failureOf(error);
  if (Object.keys(fields).length > 0) return null;
  const refused = status !== undefined && status < 500;
  return (
    <FormError title="Nothing was sent">
      {(refused ? reason : undefined) ?? 'Please try again in a moment.'}
    </FormError>
  );
}
