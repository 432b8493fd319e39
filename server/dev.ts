import { readConfig } from './config.ts';
import { serve } from './serve.ts';
import { developmentPages } from './ssr/development.ts';

const pages = developmentPages();
await serve(readConfig(process.env), pages, pages.close);
