import { tabStorage } from './tab-storage.ts';
import { toast } from './toast.ts';

const name = 'toast';

interface Words {
  title: string;
  description: string;
}

/** Saves a toast for the next document in this tab. */
export const toastLater = (words: Words): void => tabStorage.set(name, JSON.stringify(words));

/** Shows the toast saved by the previous document. */
export function showLateToast(): void {
  const saved = tabStorage.get(name);
  if (saved === null) return;
  tabStorage.remove(name);
  toast({ ...(JSON.parse(saved) as Words), tone: 'good' });
}
