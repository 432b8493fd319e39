import { ensureBuild, ensureModules } from './setup.mjs';
import { runMain } from './setup/command.mjs';
import { serve } from './setup/serve.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: false });
  await ensureBuild();
  serve(node, 'dist/main/main.js', 'production');
});
