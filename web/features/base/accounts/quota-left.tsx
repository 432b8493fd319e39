import { useQuery } from '@tanstack/react-query';
import type { QuotaNotices } from '#contract/base/quota-calls.ts';
import { Notice } from '#web/ui/notice.tsx';
import { quotasQuery } from './quota-queries.ts';

/** Warns about a quota that is nearly used up, before the member fills in a form. */
export function QuotaLeft({ of }: { of: keyof QuotaNotices }) {
  const { data } = useQuery(quotasQuery());
  return (
    <div role="status" className="empty:hidden">
      {data?.[of] && <Notice>{data[of].message}</Notice>}
    </div>
  );
}
