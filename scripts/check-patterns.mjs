// Checks that no regular expression of the product takes more than linear time, whatever text it meets: those its
// sources have, those its schemas use from zod, and no others, since one that is put together can't be looked at.
import { fileURLToPath } from 'node:url';
import { patternsInSchemas, patternsInSources, superLinear } from './structure/patterns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { patterns, problems } = patternsInSources(root, ['contract', 'server', 'web']);
const all = [...patterns, ...(await patternsInSchemas(root))];
const found = [...problems, ...(await superLinear(all))];

for (const problem of found) console.error(problem);
console.log(`${all.length} patterns, ${found.length} that may take long`);
process.exitCode = found.length > 0 ? 1 : 0;
