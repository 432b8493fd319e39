import { Button, type ButtonLook } from './button.tsx';
import { copyLink } from './copy-link.ts';
import { Share } from './icons.tsx';

interface ShareButtonProps extends ButtonLook {
  /** The name of the shared page. */
  title: string;
  /** The path of the shared page: '/events/5'. */
  path: string;
}

/** Shares a URL by the device's share sheet, or copies it. */
export function ShareButton({ title, path, ...look }: ShareButtonProps) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    if (!(await shareNatively({ title, url }))) await copyLink(url);
  };
  return (
    <Button variant="outline" {...look} aria-label={`Share ${title}`} onClick={() => void share()}>
      <Share className="size-5" /> Share
    </Button>
  );
}

/** Returns true if the share sheet opened, even if the person cancelled it. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
