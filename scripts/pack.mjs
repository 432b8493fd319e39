// node scripts/pack.mjs <folder>: packs the built site and the few packages it needs.
import { resolve } from 'node:path';
import { packSite } from './release/pack-site.mjs';
import { runMain } from './setup/command.mjs';
import { requireEmpty } from './setup/paths.mjs';
import { SetupError } from './setup/report.mjs';

await runMain(async () => {
  const given = process.argv[2];
  if (!given) throw new SetupError('Say where to: node scripts/pack.mjs <folder>');
  const target = resolve(given);
  requireEmpty(target);
  const loaded = (await packSite(target)).filter(({ isLoaded }) => isLoaded);
  console.log(`The site is in ${target}, with ${loaded.length} packages`);
});
