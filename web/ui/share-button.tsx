import { Button, type ButtonLook } from './button.tsx';
import { copyLink } from './copy-link.ts';
import { Share } from './icons.tsx';

interface ShareButtonProps extends ButtonLook {
  /** The name of the shared page. */
  title: string;
  /** Its address on this site: '/events/5'. */
  path: string;
}

/** Hands an address on by what the device has for it, or copies it. */
export function ShareButton({ title, path, ...look }: ShareButtonProps) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    if (!(await handedOn({ title, url }))) await copyLink(url);
  };
  return (
    <Button variant="outline" {...look} aria-label={`Share ${title}`} onClick={() => void share()}>
      <Share className="size-5" /> Share
    </Button>
  );
}

/** True also where whoever shares thought better of it. */
async function handedOn(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
