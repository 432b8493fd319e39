import type { Flash } from '#contract/platform/flash.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Shows the outcome of a form posted without script, above the next page. */
export default function FlashNotice({ flash }: { flash: Flash }) {
  const { tone, title, description } = flash;
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className="mt-6">
      <Notice tone={tone} title={title}>
        {description}
      </Notice>
    </div>
  );
}
