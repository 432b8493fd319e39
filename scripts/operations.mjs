// npm run test:operations [-- pgbouncer failover]
import { ensureBuild, ensureModules } from './setup.mjs';
import { childEnvironment, run, runMain } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: true });
  await ensureBuild();
  const args = [inRoot('tests', 'operations', 'main.ts'), ...process.argv.slice(2)];
  process.exitCode = await run(node, args, { env: childEnvironment(node, 'production') });
});
