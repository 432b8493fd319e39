import { buildIsReady, runBuild } from './setup/build-stamp.mjs';
import { runExclusively } from './setup/lock.mjs';
import { installModules, modulesAreReady } from './setup/modules.mjs';
import { projectNode } from './setup/node.mjs';

/** Installs the lockfile's packages in node_modules; returns the Node that runs the application. */
export async function ensureModules({ dev }) {
  if (!modulesAreReady({ dev })) {
    await runExclusively(async () => {
      if (!modulesAreReady({ dev })) await installModules({ dev });
    });
  }
  return projectNode();
}

/** Rebuilds dist/ where the sources have changed; needs the packages. */
export async function ensureBuild() {
  if (buildIsReady()) return;
  await runExclusively(async () => {
    if (!buildIsReady()) await runBuild();
  });
}
