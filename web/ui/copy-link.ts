import { toast } from './toast.ts';

export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: url, tone: 'good' });
  } catch {
    // Without a secure connection there is no clipboard, and a browser may refuse it.
    toast({ title: 'Copy this link', description: url });
  }
}
