import { useSite } from '#web/platform/site.tsx';
import { Button, buttonClass, type ButtonLook } from '#web/ui/button.tsx';
import { Share } from '#web/ui/icons.tsx';
import { shareLink } from './share-link.ts';

interface ShareButtonProps extends ButtonLook {
  /** The name of the shared page. */
  title: string;
  /** The path of the shared page: '/events/5'. */
  path: string;
}

/** Shares a URL by the device's share sheet, or copies it. Without script it opens an email. */
export function ShareButton({ title, path, ...look }: ShareButtonProps) {
  const share = () => shareLink({ title, url: new URL(path, window.location.origin).href });
  const label = `Share ${title}`;
  return (
    <>
      <Button
        variant="outline"
        {...look}
        className="needs-script"
        aria-label={label}
        onClick={() => void share()}
      >
        <Share className="size-5" /> Share
      </Button>
      <noscript className="noscript:contents">
        {import.meta.env.SSR && (
          <ShareByEmail
            title={title}
            path={path}
            label={label}
            className={buttonClass({ variant: 'outline', ...look })}
          />
        )}
      </noscript>
    </>
  );
}

interface ShareByEmailProps {
  title: string;
  path: string;
  label: string;
  className: string;
}

function ShareByEmail({ title, path, label, className }: ShareByEmailProps) {
  const { origin } = useSite();
  const subject = encodeURIComponent(title);
  const body = encodeURIComponent(origin + path);
  return (
    <a href={`mailto:?subject=${subject}&body=${body}`} aria-label={label} className={className}>
      <Share className="size-5" /> Share
    </a>
  );
}
