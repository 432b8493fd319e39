import { cleanTexts } from '#contract/platform/clean-text.ts';
import '#server/steps.ts';
import { openDatabase } from '#platform/db/database.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { changeSeries } from '#features/events/series/mutations/change.ts';
import { readConfig } from '#platform/config.ts';

/**
 * Changes every date of a series and adds one, in a process that a test may kill. Arguments: the
 * database, the series and the user.
 */
const [, , databaseUrl = '', seriesId, userId = ''] = process.argv;
const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
const viewer = await accountById(db, userId);
if (!viewer) throw new Error('nobody to change it');
const scope = 'all' as const;
const changes = cleanTexts({
  scope,
  includeEdited: false,
  title: 'Killed in the middle',
  rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=104',
});
const now = new Date('2026-06-10T12:00:00Z');
await changeSeries(db, viewer, Number(seriesId), changes, readConfig({}), now);
await close();
