import { failureOf } from '#web/platform/data/api.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';

interface LoadFailureProps {
  /** The missing content: 'This list'. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/**
 * Shown in place of a filtered list that failed to load. A refused filter fails again however often
 * it is tried, so the sentence about it stands alone.
 */
export function LoadFailure({ what, error, onRetry }: LoadFailureProps) {
  const [refusal] = Object.values(failureOf(error).fields ?? {});
  return refusal ? (
    <Notice tone="danger" title={refusal} className="mb-8" />
  ) : (
    <Unavailable what={what} onRetry={onRetry} />
  );
}
