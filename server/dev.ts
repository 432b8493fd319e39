import { ConfigError, readConfig } from './platform/config.ts';
import { serve } from './serve.ts';
import { developmentPages } from './ssr/development.ts';

// What is written holds members' data: it is for the operator alone.
process.umask(0o077);

const pages = developmentPages();
try {
  await serve(readConfig(process.env), pages, pages.close);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
