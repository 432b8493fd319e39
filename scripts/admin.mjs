import { ensureModules } from './setup.mjs';
import { runMain } from './setup/command.mjs';
import { serve } from './setup/serve.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: false });
  serve(node, 'server/make-admin.ts', 'production');
});
