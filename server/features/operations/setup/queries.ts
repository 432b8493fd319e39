import { missingOfController } from '#contract/base/legal-words.ts';
import { SetupStep, type Setup } from '#contract/operations/setup.ts';
import { groups } from '#features/community/groups/tables.ts';
import {
  changedSettings,
  ruledBy,
  settingsNow,
  setupState,
} from '#features/base/settings/queries.ts';
import { mailLeaves, type Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';

/** Lists the steps. A step is done once its setting is made, or an admin has marked it. */
export async function readSetup(db: Reader, config: Config): Promise<Setup> {
  const [state, made] = await Promise.all([setupState(db), doneSteps(db, config)]);
  return {
    open: state?.open ?? false,
    steps: SetupStep.options.map((step) => ({
      step,
      done: made.has(step) || (state?.done.includes(step) ?? false),
    })),
    sendsEmail: mailLeaves(config),
  };
}

async function doneSteps(db: Reader, config: Config): Promise<Set<SetupStep>> {
  const [names, values, [group]] = await Promise.all([
    changedSettings(db),
    settingsNow(db, config),
    db.select({ id: groups.id }).from(groups).orderBy(groups.id).limit(1),
  ]);
  const changed = new Set<string>([...names, ...Object.keys(ruledBy(config))]);
  const facts: Partial<Record<SetupStep, boolean>> = {
    name: changed.has('siteName'),
    support: changed.has('supportEmail'),
    controller: missingOfController(values).length === 0,
    look: ['accent', 'logoUrl', 'pictureUrl'].some((name) => changed.has(name)),
    town: changed.has('town'),
    group: group !== undefined,
  };
  return new Set(SetupStep.options.filter((step) => facts[step]));
}
