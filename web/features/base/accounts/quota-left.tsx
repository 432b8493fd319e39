import { useQuery } from '@tanstack/react-query';
import type { QuotaNotices } from '#contract/base/quota-calls.ts';
import { Notice } from '#web/ui/notice.tsx';
import { quotasQuery } from './quota-queries.ts';

/** Says how much is left of a quota that is nearly used up, before a form is filled in. */
export function QuotaLeft({ of }: { of: keyof QuotaNotices }) {
  const { data } = useQuery(quotasQuery());
  return (
    <div role="status" className="empty:hidden">
      {data?.[of] && <Notice>{data[of].message}</Notice>}
    </div>
  );
}
