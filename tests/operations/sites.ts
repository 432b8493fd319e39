import { ServerProcess, type Start } from '#tests/crash/server-process.ts';
import type { Stage } from './row.ts';

/** Starts processes of one site with these settings; they end with the row. */
export async function startSites(
  stage: Stage,
  count: number,
  env: Record<string, string>,
): Promise<ServerProcess[]> {
  const sites: ServerProcess[] = [];
  for (let made = 0; made < count; made += 1) sites.push(await startSite(stage, env));
  return sites;
}

export async function startSite(
  { after }: Pick<Stage, 'after'>,
  env: Record<string, string>,
  start: Start = {},
): Promise<ServerProcess> {
  const site = new ServerProcess(env, start);
  after(() => site.killAll());
  await site.ready;
  return site;
}
