import { buildIsReady, runBuild } from './setup/build-stamp.mjs';
import { exclusively } from './setup/lock.mjs';
import { installModules, modulesAreReady } from './setup/modules.mjs';
import { projectNode } from './setup/node.mjs';

/** Brings node_modules to what the lockfile asks for; answers the Node that runs the application. */
export async function ensureModules({ dev }) {
  if (!modulesAreReady({ dev })) {
    await exclusively(async () => {
      if (!modulesAreReady({ dev })) await installModules({ dev });
    });
  }
  return projectNode();
}

/** Brings dist/ up to the sources; needs the packages. */
export async function ensureBuild() {
  if (buildIsReady()) return;
  await exclusively(async () => {
    if (!buildIsReady()) await runBuild();
  });
}
