import { tabStorage } from './tab-storage.ts';
import { toast } from './toast.ts';

const name = 'toast';

interface Words {
  title: string;
  description: string;
}

/** Says something on the document that is loaded next in this tab. */
export const toastLater = (words: Words): void => tabStorage.set(name, JSON.stringify(words));

/** Says what the document before has left to be said. */
export function showLateToast(): void {
  const kept = tabStorage.get(name);
  if (kept === null) return;
  tabStorage.remove(name);
  toast({ ...(JSON.parse(kept) as Words), tone: 'good' });
}
