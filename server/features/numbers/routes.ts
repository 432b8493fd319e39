import { getNumbers } from '../../../contract/numbers.ts';
import { ok, route } from '../../platform/http/route.ts';
import { currentNumbers } from './queries.ts';

export const numberRoutes = [
  route(getNumbers, async (_, { db, now }) => ok(await currentNumbers(db, now))),
];
