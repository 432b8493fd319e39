// npm run test:operations [-- pgbouncer failover]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { selectRows, exitCode, perform, type Result, table } from './perform.ts';
import { rows } from './rows.ts';

const folder = fileURLToPath(new URL('../../test-results', import.meta.url));
const results: Result[] = [];
for (const row of selectRows(rows, process.argv.slice(2))) {
  console.log(`\n${row.name}: ${row.title}`);
  const result = await perform(row, (line) => console.log(`  ${line}`));
  console.log(`  ${result.outcome} after ${result.seconds.toFixed(0)} s: ${result.told}`);
  results.push(result);
}
const text = table(results);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'operations.md'), text);
console.log(`\n${text}`);
process.exitCode = exitCode(results);
