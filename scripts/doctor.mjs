import { ensureModules } from './setup.mjs';
import { childEnvironment, run, runMain } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: false });
  process.exitCode = await run(node, [inRoot('server', 'doctor.ts')], {
    env: childEnvironment(node, 'production'),
    stdio: 'inherit',
  });
});
