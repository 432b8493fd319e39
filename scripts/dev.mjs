import { ensureModules } from './setup.mjs';
import { runMain } from './setup/command.mjs';
import { serve } from './setup/serve.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: true });
  serve(node, 'server/dev.ts', 'development');
});
