import type { reportFilters, SubjectType } from '#contract/safety/reports.ts';
import { pageSizes } from '#contract/platform/limits.ts';
import { param, pages, prefetch, query } from '#web/platform/data/queries.ts';
import type { LoadContext } from '#web/platform/router/pages.ts';
import type { ListFilters } from '#web/platform/lists/admin-list.tsx';
import { subjectTitles } from '#contract/safety/report-words.ts';
import { stateWords } from './words.ts';

type State = (typeof reportFilters)[number];

/** Filters of the list, which shows open cases by default. */
export interface CaseFilters extends ListFilters {
  state: State | 'all';
  type: SubjectType | undefined;
  cursor?: string | undefined;
}

export const caseFilters = (search: URLSearchParams): CaseFilters => ({
  state: stateIn(param(search, 'state')),
  type: typeIn(param(search, 'type')),
  cursor: param(search, 'cursor'),
});

const isState = (word: string): word is keyof typeof stateWords => Object.hasOwn(stateWords, word);

const stateIn = (word = ''): CaseFilters['state'] =>
  word === 'all' || isState(word) ? word : 'waiting';

const isType = (word: string): word is SubjectType => Object.hasOwn(subjectTitles, word);

const typeIn = (word = '') => (isType(word) ? word : undefined);

export const casePages = ({ state, type, cursor }: CaseFilters) =>
  pages('GET /api/admin/reports', {
    query: { state: state === 'all' ? undefined : state, type, cursor, limit: pageSizes.admin },
  });

export const caseQuery = (id: string) => query('GET /api/admin/reports/:id', { params: { id } });

export const loadCase = ({ client, params }: LoadContext) =>
  prefetch(client, [caseQuery(params.id ?? '')]);
