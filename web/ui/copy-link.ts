import { toast } from './toast.ts';

export async function copyLink(url: string, copied = url): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: copied, tone: 'good' });
  } catch {
    // Browsers have no clipboard without HTTPS, and may refuse it.
    toast({ title: 'Copy this link', description: url });
  }
}
