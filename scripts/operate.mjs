// npm run backup -- <file> | restore -- <file> [--replace] | move -- --to postgres://… [--replace]
import { ensureModules } from './setup.mjs';
import { childEnvironment, run, runMain } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: false });
  const args = [inRoot('server', 'operate.ts'), ...process.argv.slice(2)];
  process.exitCode = await run(node, args, {
    env: childEnvironment(node, 'production'),
    stdio: 'inherit',
  });
});
