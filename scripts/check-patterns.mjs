// Checks that every regular expression of the product takes linear time on any text: those in its
// sources, and those its schemas use from zod. It refuses expressions that are assembled at run
// time, since it can't check them.
import { fileURLToPath } from 'node:url';
import { patternsInSchemas, patternsInSources, superLinear } from './structure/patterns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { patterns, problems } = patternsInSources(root, ['contract', 'server', 'web']);
const all = [...patterns, ...(await patternsInSchemas(root))];
const found = [...problems, ...(await superLinear(all))];

for (const problem of found) console.error(problem);
console.log(`${all.length} patterns, ${found.length} that may take long`);
process.exitCode = found.length > 0 ? 1 : 0;
