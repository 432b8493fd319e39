// node scripts/settings.mjs
import { writeFileSync } from 'node:fs';
import { settingsPage } from '../server/platform/config-docs.ts';
import { inRoot } from './setup/paths.mjs';

writeFileSync(inRoot('docs', 'settings.md'), settingsPage());
