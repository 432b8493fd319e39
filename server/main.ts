import { ConfigError, readConfig, tellsInJson } from './platform/config.ts';
import { configWarnings } from './platform/config-warnings.ts';
import { speakInJson } from './platform/process/json-console.ts';
import { memoryGiven, memoryWarning } from './platform/process/memory.ts';
import { serve } from './serve.ts';
import { productionPages } from './ssr/production.ts';

// What is written holds members' data: it is for the operator alone. Threads write under it, too.
process.umask(0o077);

if (tellsInJson(process.env)) speakInJson();

try {
  const config = readConfig(process.env);
  for (const warning of configWarnings(config, Object.keys(process.env))) console.warn(warning);
  const littleMemory = memoryWarning(config, memoryGiven());
  if (littleMemory) console.warn(littleMemory);
  await serve(config, await productionPages());
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
