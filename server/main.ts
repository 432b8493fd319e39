import { ConfigError, readConfig } from './config.ts';
import { serve } from './serve.ts';
import { EmbeddedEngineError } from './db/embedded/engine.ts';
import { productionPages } from './ssr/production.ts';

try {
  await serve(readConfig(process.env), await productionPages());
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedEngineError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
