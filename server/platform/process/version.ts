import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { projectFile } from './files.ts';

const packageFile = z.object({ version: z.string() });

/** The version of the software, as in 0.3.0. */
export const programVersion: string = packageFile.parse(
  JSON.parse(readFileSync(projectFile('package.json'), 'utf8')),
).version;
