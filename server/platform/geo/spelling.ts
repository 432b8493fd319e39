import { spellingsSuggested } from '#contract/platform/limits.ts';
import { editDistance } from '#platform/edit-distance.ts';
import { isCountry, isKnownPlace, placeNames, wantedIn } from './nearby.ts';

/** Shorter words resemble too many others, and no town has a longer name. */
const length = { least: 3, most: 40 };

/** The number of letters that may be wrong: one in 'Leds', two in 'Edinbrugh'. */
const mistakesIn = (text: string) => (text.length < 8 ? 1 : 2);

/** Finds the towns spelt most like an unknown name, largest first. */
export function townsSpeltLike(text: string): string[] {
  const { wanted } = wantedIn(text);
  if (wanted === undefined || isCountry(wanted) || isKnownPlace(text)) return [];
  if (wanted.length < length.least || wanted.length > length.most) return [];
  let fewest = mistakesIn(wanted);
  let closest = new Set<string>();
  for (const { name, spelling } of placeNames()) {
    const mistakes = editDistance(wanted, spelling, fewest);
    if (mistakes > fewest) continue;
    if (mistakes < fewest) closest = new Set();
    fewest = mistakes;
    closest.add(name);
  }
  return [...closest].slice(0, spellingsSuggested);
}
