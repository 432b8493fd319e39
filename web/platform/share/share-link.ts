import { copyLink } from '#web/ui/copy-link.ts';

interface SharedLink {
  title: string;
  url: string;
  /** The toast's text once the link is copied; by default the link. */
  copied?: string;
}

/** Shares a URL by the device's share sheet, or copies it. */
export async function shareLink({ title, url, copied }: SharedLink): Promise<void> {
  if (!(await shareNatively({ title, url }))) await copyLink(url, copied);
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
