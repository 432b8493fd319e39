import { StrictMode, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { preloadOnIntent, returnToPlace } from './intent.ts';
import {
  createQueryClient,
  hydrateQueries,
  overHttp,
  type SentQuery,
} from './platform/data/queries.ts';
import { fetchModule } from './platform/router/modules.ts';
import { pageComponents, type Match, type ShownPage } from './platform/router/pages.ts';
import type { Site } from './platform/site.tsx';
import { showLateToast } from './ui/toast-later.ts';
import { guardHistory } from './ui/leaving.ts';
import './ui/styles.css';

interface PageState {
  site: Site;
  queries: SentQuery[];
  match: Match<ShownPage>;
  /** The URL of the page's module. */
  script: string;
}

const root = document.getElementById('root');
const stateElement = document.getElementById('state');
if (!root || !stateElement) throw new Error('the page has nothing to hydrate');

guardHistory();
const { site, queries, match, script } = JSON.parse(stateElement.textContent) as PageState;
const client = createQueryClient(overHttp);
hydrateQueries(client, queries);
const page = await fetchModule(
  () => import(/* @vite-ignore */ script) as Promise<{ default: ComponentType }>,
);
pageComponents.keep(match.page.module, page.default);
hydrateRoot(
  root,
  <StrictMode>
    <App site={site} client={client} match={match} />
  </StrictMode>,
);
preloadOnIntent(client);
returnToPlace(client);
showLateToast();
