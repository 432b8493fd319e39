import { ConfigError, readConfig } from './platform/config.ts';
import { serve } from './serve.ts';
import { developmentPages } from './ssr/development.ts';

// The files contain members' data, so only the operator may read them.
process.umask(0o077);

const pages = developmentPages();
try {
  await serve(readConfig(process.env), pages, pages.close);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
