import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { StrictMode, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { overHttp } from './platform/data/api.ts';
import { App } from './app.tsx';
import { preloadOnIntent } from './intent.ts';
import { createQueryClient } from './platform/data/queries.ts';
import { keepComponent, type Match, type Shown } from './platform/router/pages.ts';
import type { Site } from './platform/site.tsx';
import './ui/styles.css';

interface PageState {
  site: Site;
  queries: DehydratedState;
  match: Match<Shown>;
  /** The address of the page's module. */
  script: string;
}

const root = document.getElementById('root');
const stateElement = document.getElementById('state');
if (!root || !stateElement) throw new Error('the page has nothing to hydrate');

const { site, queries, match, script } = JSON.parse(stateElement.textContent) as PageState;
const client = createQueryClient(overHttp);
hydrate(client, queries);
const page = (await import(/* @vite-ignore */ script)) as { default: ComponentType };
keepComponent(match.page, page.default);
hydrateRoot(
  root,
  <StrictMode>
    <App site={site} client={client} match={match} />
  </StrictMode>,
);
preloadOnIntent(client);
