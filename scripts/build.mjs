import { ensureBuild, ensureModules } from './setup.mjs';
import { runMain } from './setup/command.mjs';

await runMain(async () => {
  await ensureModules({ dev: false });
  await ensureBuild();
});
