import cluster from 'node:cluster';
import {
  readConfig,
  logsInJson,
  ConfigError,
  configWarnings,
  type Config,
} from './platform/config.ts';
import { logAsJson } from './platform/process/json-console.ts';
import { memoryLimit, memoryWarning } from './platform/process/memory.ts';

// The files contain members' data, so only the operator may read them. Worker threads write files
// too.
process.umask(0o077);

if (logsInJson(process.env)) logAsJson();

try {
  const config = readConfig(process.env);
  if (cluster.isPrimary) printWarnings(config);
  if (config.processes && cluster.isPrimary) await startWorkers(config.processes, config.metrics);
  else await serveAlone(config);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

function printWarnings(config: Config): void {
  for (const warning of configWarnings(config, Object.keys(process.env))) console.warn(warning);
  const littleMemory = memoryWarning(config, memoryLimit());
  if (littleMemory) console.warn(littleMemory);
}

/** The supervising process does not load the server's modules. */
async function serveAlone(config: Config): Promise<void> {
  const { serve } = await import('./serve.ts');
  const { productionPages } = await import('./ssr/production.ts');
  await serve(config, await productionPages());
}

async function startWorkers(count: number, metrics: Config['metrics']): Promise<void> {
  const { startProcesses } = await import('./platform/process/processes.ts');
  const { serving } = await startProcesses(count);
  if (!metrics) return;
  const { gatheredMetrics } = await import('./platform/metrics/gathered.ts');
  const { serveMetrics } = await import('./platform/metrics/server.ts');
  await serveMetrics({ registry: gatheredMetrics(serving) }, metrics);
}
