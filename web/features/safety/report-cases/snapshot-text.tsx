import { useState } from 'react';
import type { Snapshot } from '#contract/safety/reports.ts';
import { Button } from '#web/ui/button.tsx';
import { ImageOr } from '#web/ui/image.tsx';

/** Shows the reported text. The picture stays covered until the admin asks for it. */
export const SnapshotText = ({ snapshot: { title, parts, imageUrl } }: { snapshot: Snapshot }) => (
  <>
    {/* The title of a comment is only the start of its text. */}
    {!parts.some(({ text }) => text.startsWith(title.replace(/…$/, ''))) && (
      <p dir="auto" className="mb-2 font-semibold whitespace-pre-line wrap-anywhere">
        {title}
      </p>
    )}
    {parts.length > 0 && (
      <dl className="flex flex-col gap-2">
        {parts.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    )}
    {imageUrl && <CoveredPicture key={imageUrl} url={imageUrl} />}
  </>
);

/**
 * Covers a picture that may be illegal or disturbing. The browser loads it only when the admin
 * asks.
 */
function CoveredPicture({ url }: { url: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="mt-3">
      <Button variant="quiet" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide picture' : 'Show picture'}
      </Button>
      {shown && (
        <div className="mt-3">
          <ImageOr
            src={url}
            alt="The reported picture"
            className="max-h-96 max-w-full rounded-card"
            referrerPolicy="no-referrer"
          >
            <p className="text-muted">The picture is no longer there.</p>
          </ImageOr>
        </div>
      )}
    </div>
  );
}
