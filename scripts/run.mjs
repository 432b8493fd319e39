// node scripts/run.mjs <program> [arguments]: runs a program of the tests beside the built site.
import { ensureBuild, ensureModules } from './setup.mjs';
import { childEnvironment, run, runMain } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';

await runMain(async () => {
  const node = await ensureModules({ dev: true });
  await ensureBuild();
  const [program, ...args] = process.argv.slice(2);
  const env = childEnvironment(node, 'production');
  process.exitCode = await run(node, [inRoot(program), ...args], { env });
});
