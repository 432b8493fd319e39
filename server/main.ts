import { ConfigError, readConfig } from './config.ts';
import { serve } from './serve.ts';
import { productionPages } from './ssr/production.ts';

try {
  await serve(readConfig(process.env), await productionPages());
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
